// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of sources, in which templates stand as they are
import { type Fault, faultsIn } from './fault.ts';

/** Batches and the reading of answers. */
export const batchFaults: readonly Fault[] = [
  ...faultsIn('calls/sending/batchSender.ts', 'model', [
    [
      'batch-passes-open',
      'Who passes an order as paid has not passed it as open',
      '...acceptedPaid.map(twinId.paid),',
      '...acceptedPaid.flatMap((order) => [twinId.paid(order), twinId.pending(order)]),',
    ],
    [
      'batch-corrected-unseen',
      'A batch stops when the request fields are corrected',
      'return this.#currentFields() !== this.#agreedFields;',
      'return false;',
    ],
    [
      'batch-agreed-late',
      'A batch stops when the request fields were corrected since its user agreed to them',
      'agreedFields ?? (batch.fields === null ? this.#currentFields() : fieldsStamp(batch.fields));',
      'this.#currentFields();',
    ],
    ['batch-pause-unseen', 'A paused batch sends nothing', 'if (!still()) return paused;\n', ''],
    [
      'batch-follows-choice',
      'A batch goes where it was started for',
      'to: placeOfBatch(this.#batch),',
      "to: 'chosen',",
    ],
    [
      'batch-other-body',
      'A row leaves with the fields it was planned with',
      'if (body === before) return body;',
      'if (body === before) return bodyOfCall(operation, { rows: call.rows.slice(0, 1) });',
    ],
    [
      'batch-new-drafts',
      'A call of a batch has one draft for ever',
      'draftId: call.draftId,',
      'draftId: `${call.draftId}${this.#told.size}${lagMs}` as typeof call.draftId,',
    ],
  ]),
  ...faultsIn('calls/batch/engine.ts', 'model', [
    [
      'engine-deaf',
      'A pause holds',
      "return !this.#stopped && this.#state.phase !== 'paused' && this.#halt === null;",
      'return !this.#stopped;',
    ],
    [
      'engine-cancel-deaf',
      'A cancelled batch sends nothing more',
      "return !this.#stopped && this.#state.phase !== 'paused' && this.#halt === null;",
      "return this.#state.phase !== 'paused' && this.#halt === null;",
    ],
    [
      'engine-no-release',
      'A batch that ended can be run by another window',
      "if (!owes && this.#end !== 'left')",
      "if (!owes && this.#end === 'left')",
    ],
  ]),
  ...faultsIn('calls/batch/pace.ts', 'model', [
    [
      'pace-open-skipped',
      'A row with an open order waits for the user’s word',
      "return { kind: 'aside', state: 'undecided', why: 'pending', twins: pending };",
      "return { kind: 'aside', state: 'undecided', why: 'pending', twins: [] };",
    ],
    [
      'pace-chunk-skipped',
      'A call of several rows, one of them paid for, waits for the user’s word',
      "state: rows > 1 ? 'undecided' : 'skipped',",
      "state: 'skipped',",
    ],
  ]),
  ...faultsIn('calls/batch/planner.ts', 'model', [
    [
      'planner-duplicates',
      'A row that repeats another is not sent',
      'const sameAs = written.get(repeatKey) ?? this.#unwritten.get(repeatKey);',
      'const sameAs = written.get(`${repeatKey}?`);',
    ],
    [
      'planner-mixed',
      'A choice changes no body',
      'const choices = [flawed, paidTwins.length > 0, openTwins.length > 0, accepted.length > 0];',
      'const choices = [accepted.length > 0];',
    ],
    [
      'planner-accepts-open',
      'A row passes what the user named for it, and nothing else',
      '    call,\n    state: undecided',
      '    call,\n    accepted: [...one.accepted, ...one.openTwins],\n    state: undecided',
    ],
  ]),
  ...faultsIn('contract/read.ts', 'model', [
    [
      'read-status',
      'Money is read from charged alone',
      "if (!charged.success || repeated.includes('charged')) return",
      "if (!charged.success && row !== undefined) return { billing: row.billing, evidence: 'inferred' };\n  if (!charged.success || repeated.includes('charged')) return",
    ],
    [
      'read-repeated',
      'What is said twice says nothing',
      "if (!charged.success || repeated.includes('charged')) return",
      'if (!charged.success) return',
    ],
    [
      'read-strange-free',
      'What is no envelope says nothing of money',
      "    outcome: 'unknown',\n    billing: 'unknown',\n    evidence: 'not-known',\n    ...notAnEnvelope(status, instead),",
      "    outcome: 'failed',\n    billing: 'free',\n    evidence: 'inferred',\n    ...notAnEnvelope(status, instead),",
    ],
    [
      'read-lost-free',
      'What may have left may have been billed',
      "if (sent === 'no')\n    return",
      "if (sent === 'no' || code === 'reset')\n    return",
    ],
    [
      'read-part-free',
      'Free in a part counts only where the code says the same',
      'charged === true || (charged === false && row?.charged === false)',
      'charged !== null',
    ],
    [
      'read-code',
      'Meaning is read from the code',
      "outcome: row?.outcome ?? 'unknown',",
      "outcome: fields.success === true ? 'verified' : (row?.outcome ?? 'unknown'),",
    ],
  ]),
  ...faultsIn('contract/retryAfter.ts', 'model', [
    [
      'retry-own-clock',
      'A date is read against the answer’s own',
      'sentAt ?? receivedAt',
      'receivedAt + 0 * (sentAt ?? 0)',
    ],
  ]),
  ...faultsIn('contract/bulk.ts', 'real', [
    [
      'bulk-spelling',
      'How an entry is written does not matter',
      'return entry.trim().toLowerCase();',
      'return entry.trim();',
    ],
  ]),
];
