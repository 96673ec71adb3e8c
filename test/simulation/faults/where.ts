import type { ClimateName } from '../climates.ts';

/** Faults that ordinary runs meet too seldom, and the climate in which what they break happens. */
export const where: Readonly<Partial<Record<ClimateName, readonly string[]>>> = {
  'batch-words': [
    'gate-withdrawn-unasked',
    'batch-corrected-unseen',
    'batch-agreed-late',
    'batch-pause-unseen',
    'batch-new-drafts',
    'engine-deaf',
    'engine-cancel-deaf',
  ],
  'batch-places': [
    'gate-kind-unchecked',
    'gate-gone-environment',
    'gate-place-unchecked',
    'batch-follows-choice',
  ],
  'rows-decided': [
    'ledger-start-flawed',
    'ledger-start-paid',
    'ledger-again-same-draft',
    'ledger-again-passes-none',
    'ledger-leave-waits',
    'ledger-row-unfollowed',
    'ledger-erased-row-leaves',
  ],
  'words-overtaken': ['ledger-decides-all'],
  'rows-reread': ['batch-passes-open'],
  'while-asked': ['gate-other-place-unasked'],
  sessions: ['session-any-key'],
  'like-keys': ['ledger-key-by-tail', 'ledger-key-any-place'],
  budgets: [
    'admission-one-spender',
    'ledger-spend-by-own-id',
    'ledger-spend-billed-only',
    'ledger-session-of-all',
    'ledger-month-of-day',
    'ledger-ran-free-part',
  ],
  'late-answers': ['ledger-late-answer', 'ledger-lost-early', 'ledger-settled-twice'],
  'lost-calls': ['ledger-lost-free'],
  waits: [
    'ledger-cool-down-newest',
    'ledger-cool-down-forgotten',
    'ledger-lift-nothing',
    'ledger-learns-in-pause',
  ],
  'clock-set': [
    'ledger-latest-twin',
    'ledger-clock-waits',
    'ledger-clock-meters',
    'ledger-clock-deadlines',
    'ledger-clock-plans',
  ],
  erasing: [
    'ledger-erases-under-way',
    'ledger-policy-open',
    'ledger-erase-nothing',
    'ledger-draft-stays',
    'ledger-same-draft-erased',
    'ledger-late-draft',
    'ledger-payloads-stay',
    'ledger-erased-refills',
    'ledger-erased-ends-wait',
  ],
};

export function climateOf(fault: string): ClimateName {
  const found = Object.entries(where).find(([, faults]) => faults.includes(fault));
  return (found?.[0] ?? 'ordinary') as ClimateName;
}
