import * as vscode from 'vscode';
import type { Review } from '../../calls/batch/review.ts';
import { type ReviewGroup, reviewGroups } from '../../calls/batch/reviewChoices.ts';
import type { ReviewRow } from '../../calls/batch/reviewRow.ts';
import { flawsOf } from '../../calls/batch/rows.ts';
import { mayBill } from '../../calls/environments/environments.ts';
import { type BudgetPeriod, budgetPeriods } from '../../calls/guard/userLimits.ts';
import type { Check } from '../../calls/sending/look.ts';
import { budgetShares } from '../../calls/usage/budgetShare.ts';
import { plus, rupees, times } from '../../calls/usage/money.ts';
import { mask } from '../../contract/masking.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type {
  GroupView,
  MappedField,
  ReviewRowView,
  ReviewState,
  SourceChoice,
  SummaryView,
} from '../../protocol/batchReview.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { say } from '../words/both/translate.ts';
import { callsWord, duration, rowsWord } from './batchWords.ts';
import { simulatedOf, sourceWords, timeOf, toldOf } from './startBatch.ts';

/** The fields of a request, each with where its value comes from. */
export function fieldViews(
  operation: Operation,
  sources: Readonly<Record<string, SourceChoice>>,
): MappedField[] {
  return operation.requestFields.map((field) => ({
    name: field.name,
    label: vscode.l10n.t(field.label),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
    required: field.required,
    source: own(sources, field.name) ?? { kind: 'none' },
  }));
}

/** Rows on a page. */
const shownRows = 100;

function titleOf(group: ReviewGroup): string {
  const titles: Record<ReviewGroup, string> = {
    wrong: vscode.l10n.t('Look wrong'),
    repeat: vscode.l10n.t('Repeats'),
    paid: vscode.l10n.t('Paid before'),
    open: vscode.l10n.t('Open order exists'),
    ready: vscode.l10n.t('Ready'),
  };
  return titles[group];
}

function noteOf(group: ReviewGroup, sent: number, review: Review): string {
  // They are chosen from the start where nothing else is there to be sent.
  if (group === 'wrong' && sent > 0) {
    return vscode.l10n.t(
      'Selected rows are sent although they look wrong. Free only if the service refuses them with INVALID_INPUT.',
    );
  }
  const notes: Record<ReviewGroup, string> = {
    wrong: vscode.l10n.t(
      'Left out unless you choose them. Free only if the service refuses them with INVALID_INPUT.',
    ),
    repeat: vscode.l10n.t('Not sent: they repeat another row.'),
    paid: vscode.l10n.t('Left out unless you choose them: they would be billed again.'),
    open: vscode.l10n.t('Left for your decision: an order for the same input is open.'),
    ready: vscode.l10n.t('Sent unless you leave them out.'),
  };
  // Of these the input is not sent at all.
  const unsent =
    group === 'repeat' ? review.inGroup(group).filter((row) => review.leftOutFor(row) !== null).length : 0;
  const note = notes[group];
  return unsent === 0 ? note : `${note} ${vscode.l10n.t('Repeats of a row that is left out: {0}.', unsent)}`;
}

export function groupViews(review: Review): readonly GroupView[] {
  const { counts } = review;
  return reviewGroups
    .filter((group) => counts[group].rows > 0)
    .map((group) => ({
      id: group,
      title: titleOf(group),
      note: noteOf(group, counts[group].sent, review),
      rows: counts[group].rows,
      sent: counts[group].sent,
      mayBeSent: group !== 'repeat',
    }));
}

/** What there is to say of a row beside what it holds. */
export function reasonsOf(review: Review, row: ReviewRow): readonly string[] {
  const { operation, width } = review.options;
  const words: string[] = [];
  if (row.uneven) {
    words.push(
      row.cells.length === 1
        ? vscode.l10n.t('1 cell instead of {0}.', width)
        : vscode.l10n.t('{0} cells instead of {1}.', row.cells.length, width),
    );
    return words;
  }
  if (row.sameAs !== null) {
    const { line } = review.row(row.sameAs);
    words.push(
      review.leftOutFor(row) === null
        ? vscode.l10n.t('Repeats line {0}.', line)
        : vscode.l10n.t('Repeats line {0}, which is left out: this input is not sent.', line),
    );
  }
  if (row.openTwins.length > 0) words.push(vscode.l10n.t('An order for the same input is open.'));
  if (row.paidTwins.length > 0)
    words.push(vscode.l10n.t('The same input was paid for before, or may have been.'));
  if (row.before === null && review.acceptedOf(row.row).length > 0)
    words.push(vscode.l10n.t('Billed the first time, or may have been: it would be billed again.'));
  if (row.flawed) {
    for (const { field, what } of flawsOf(operation, review.fieldsOf(row), review.options.bills)) {
      words.push(operation.requestFields.length > 1 ? `${field}: ${say(what)}` : say(what));
    }
  }
  return words;
}

/** Fields that leave otherwise than they stand in the file, masked. */
function sentAsOf(review: Review, row: ReviewRow): string {
  const { operation, map } = review.options;
  const fields = review.fieldsOf(row);
  const other = operation.requestFields.flatMap(({ name, mask: kind }) => {
    const source = own(map, name);
    const value = own(fields, name) ?? '';
    if (source === undefined || !('column' in source) || (row.cells[source.column] ?? '') === value)
      return [];
    return [kind === null ? value : mask(kind, value)];
  });
  return other.join(' · ');
}

function rowView(review: Review, row: ReviewRow, came: string | undefined): ReviewRowView {
  return {
    row: row.row,
    line: row.line,
    masked: inputWords(row.masked),
    reasons: [
      ...(came === undefined ? [] : [vscode.l10n.t('Last time: {0}', came)]),
      ...reasonsOf(review, row),
    ],
    sentAs: row.uneven ? '' : sentAsOf(review, row),
    sent: review.isSent(row),
    mayBeSent: review.mayBeSent(row) || review.mayStandIn(row),
    corrected: row.before !== null,
    hasOrder: row.openTwins.length > 0 || row.paidTwins.length > 0 || review.acceptedOf(row.row).length > 0,
  };
}

/**
 * One page of a group; the offset is moved back where rows have left the group.
 * @param came see KeptRows
 */
export function shownView(
  review: Review | null,
  { group, offset }: { readonly group: ReviewGroup; readonly offset: number },
  came: readonly string[] = [],
): ReviewState['shown'] {
  if (review === null) return { group, offset: 0, size: shownRows, rows: [] };
  const all = review.inGroup(group);
  const last = Math.max(0, Math.floor((all.length - 1) / shownRows) * shownRows);
  const start = Math.min(offset, last);
  const rows = all.slice(start, start + shownRows).map((row) => rowView(review, row, came[row.row]));
  return { group, offset: start, size: shownRows, rows };
}

function costOf(check: Check, calls: number): Pick<SummaryView, 'cost' | 'unpriced'> {
  const { price, mayBill: bills } = check;
  const simulated = simulatedOf(check);
  if (simulated !== null) {
    return { cost: vscode.l10n.t('{0}, simulated', rupees(times(simulated, calls))), unpriced: false };
  }
  if (!bills) return { cost: vscode.l10n.t('simulated, nothing is billed'), unpriced: false };
  if (price === null) return { cost: vscode.l10n.t('No price set'), unpriced: true };
  return { cost: vscode.l10n.t('{0} (estimated)', rupees(times(price, calls))), unpriced: false };
}

function timeWords(check: Check, calls: number): string {
  const least = timeOf(check, calls);
  const [minute] = check.limits;
  if (minute.most === null && least === 0)
    return vscode.l10n.t('Not known: the size of the limit per minute is not documented');
  const source = sourceWords(minute);
  return least === 0
    ? vscode.l10n.t('At once, within the limits ({0})', source)
    : vscode.l10n.t('At least {0} ({1})', duration(least), source);
}

function inPeriod(period: BudgetPeriod, amount: string): string {
  switch (period) {
    case 'session':
      return vscode.l10n.t('{0} this session', amount);
    case 'day':
      return vscode.l10n.t('{0} today', amount);
    case 'month':
      return vscode.l10n.t('{0} this month', amount);
  }
}

/** An amount of rupees that is left, with the calls that it knows nothing of. */
function moneyLeft(left: string, unpriced: number): string {
  if (unpriced === 0) return left;
  return unpriced === 1
    ? vscode.l10n.t('{0} (1 call without a price is not counted)', left)
    : vscode.l10n.t('{0} ({1} calls without a price are not counted)', left, unpriced);
}

/** What is left of each limit of the budget; '' = none is set. */
function budgetWords({ to, facts }: Check): string {
  const { budget } = to.environment;
  if (budget === undefined || budget.kind !== 'set') return '';
  const words = budgetPeriods.flatMap((period) => {
    const limit = budget.limits[period];
    if (limit === undefined) return [];
    return budgetShares(limit, facts.spent[period]).map(({ measure, used, most, unpriced }) => {
      const rest = plus(most, times(used, -1));
      const left = rest.startsWith('-') ? '0' : rest;
      const amount = measure === 'money' ? rupees(left) : callsWord(Number(left));
      return moneyLeft(inPeriod(period, amount), unpriced);
    });
  });
  return words.join(' · ');
}

/** Lines that are named. */
const mostLines = 8;

/** "3 rows: lines 2, 5, 9" */
function normalisedWords({ normalised }: Review): string {
  if (normalised.length === 0) return '';
  const lines = normalised.slice(0, mostLines).map(({ line }) => line);
  const more = normalised.length > mostLines ? '…' : '';
  const named = lines.join(', ') + more;
  return normalised.length === 1
    ? vscode.l10n.t('1 row: line {0}', named)
    : vscode.l10n.t('{0}: lines {1}', rowsWord(normalised.length), named);
}

/** One sentence each: in other languages a number of rows stands in another form beside "of". */
function sentOf(sent: number, rows: number): string {
  return rows === 1 ? vscode.l10n.t('{0} of 1 row', sent) : vscode.l10n.t('{0} of {1} rows', sent, rows);
}

export function summaryView(review: Review, check: Check): SummaryView {
  const sent = Object.values(review.counts).reduce((sum, one) => sum + one.sent, 0);
  const { calls } = review;
  return {
    rows: sentOf(sent, review.rows.length),
    calls: callsWord(calls),
    ...costOf(check, calls),
    time: timeWords(check, calls),
    normalised: normalisedWords(review),
    budget: budgetWords(check),
    warnings: [
      ...toldOf(check).map(({ what }) => say(what)),
      ...(check.warning === null ? [] : [say(check.warning)]),
    ],
  };
}

export function environmentWords({ to }: Check): ReviewState['environment'] {
  const { environment, baseUrl } = to;
  return {
    name: environment.name,
    kind: mayBill(environment) ? 'live' : 'sandbox',
    where: to.sandbox === null ? baseUrl : '',
  };
}
