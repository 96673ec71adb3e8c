import * as vscode from 'vscode';
import { markdownCell } from '../../calls/orders/markdownCell.ts';
import type { Finding, OnlyTheirs, OwnOrder, Pair } from '../../calls/statements/reconcile.ts';
import type { StatementLine } from '../../calls/statements/statement.ts';
import { rupees, saidSum } from '../../calls/usage/money.ts';
import { coverCode, coverData, coverId } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { billingWord } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';
import { type Compared, notes, when } from './reconcileNotes.ts';

/** Rows a table of the document shows; the CSV has all. */
const mostRows = 500;

function money(amount: string | null): string {
  return amount === null ? '' : rupees(amount);
}

function findingWords(finding: Finding): string {
  const words: Record<Finding, string> = {
    'billed-but-free': vscode.l10n.t('charged on the statement, free by the answer'),
    'billed-but-refunded': vscode.l10n.t('charged on the statement, refunded by the answer'),
    'billed-but-recorded': vscode.l10n.t('charged on the statement, recorded as refunded or not billed'),
    'free-but-billed': vscode.l10n.t('not charged on the statement, billed by the answer'),
    'amount-differs': vscode.l10n.t('amount differs from the price you set'),
    'now-known-billed': vscode.l10n.t('was unknown: charged on the statement'),
    'now-known-free': vscode.l10n.t('was unknown: not charged on the statement'),
  };
  return words[finding];
}

function whyWords({ why, rival }: OnlyTheirs): string {
  switch (why) {
    case 'none':
      return vscode.l10n.t('no order matches');
    case 'repeated-order-id':
      return vscode.l10n.t('the statement has this order_id more often than the order history');
    case 'ambiguous':
      return rival === undefined
        ? vscode.l10n.t('several orders match within two minutes')
        : vscode.l10n.t('line {0} matches the same order within two minutes', rival);
  }
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, mostRows).map(line);
  const head = [line(columns), line(columns.map(() => '---'))];
  const more =
    rows.length > mostRows
      ? ['', vscode.l10n.t('The first {0} of {1}; the CSV has all.', mostRows, rows.length)]
      : [];
  return [...head, ...shown, ...more];
}

function theirCells(
  { row, orderId, at, day, amount, charged }: StatementLine,
  returned: StatementLine | null = null,
  ours: string | null = null,
): string[] {
  // A credit has a minus as it is read, and none as it is said.
  const cameIn = !charged && amount?.startsWith('-') === true;
  const said = charged
    ? vscode.l10n.t('charged')
    : cameIn
      ? vscode.l10n.t('money that came in')
      : vscode.l10n.t('not charged');
  const back = returned === null ? '' : ` · ${vscode.l10n.t('reversed in line {0}', returned.row)}`;
  return [
    String(row),
    // One that we know is covered as an order_id: digits within a UUID are no number of a person.
    markdownCell(orderId !== null && orderId === ours ? coverId(orderId) : coverData(orderId ?? '')),
    day ?? when(at),
    `${said} ${money(cameIn ? amount.slice(1) : amount)}`.trim() + back,
  ];
}

function ourCells({ operation, billing, price, messageCode, simulated }: OwnOrder): string[] {
  const word = billingWord(billing);
  const said = simulated ? vscode.l10n.t('{0}, simulated', word) : word;
  const words = [said, markdownCell(coverCode(messageCode ?? ''))];
  if (price !== null) words.push(say(saidSum(price, 0)));
  return [operationById(operation).title, words.filter((word) => word !== '').join(' · ')];
}

function byWords(by: Pair['by']): string {
  return by === 'order_id' ? 'order_id' : vscode.l10n.t('time');
}

/** @param differing whether a last column says what differs */
function pairTable(pairs: readonly Pair[], differing: boolean): string[] {
  const columns = [
    vscode.l10n.t('Line'),
    'order_id',
    vscode.l10n.t('Time'),
    vscode.l10n.t('Statement'),
    vscode.l10n.t('Operation'),
    vscode.l10n.t('Order history'),
    vscode.l10n.t('Found by'),
    ...(differing ? [vscode.l10n.t('What differs')] : []),
  ];
  const rows = pairs.map(({ line, returned, order, by, findings }) => [
    ...theirCells(line, returned, order.orderId),
    ...ourCells(order),
    byWords(by),
    ...(differing ? [findings.map(findingWords).join('; ')] : []),
  ]);
  return table(columns, rows);
}

/** Of the sandbox's invented prices none is kept, and there is none to be set. */
function unpricedWords(billed: readonly OwnOrder[]): string {
  return billed.every(({ simulated }) => simulated)
    ? vscode.l10n.t('simulated, nothing is billed')
    : vscode.l10n.t('no price set');
}

/** The sum of those that were billed; a sum of zero is none when nothing in it has a price. */
function estimated(amount: string, orders: readonly OwnOrder[]): string {
  const billed = orders.filter(({ billing }) => billing === 'billed');
  const unpriced = billed.filter(({ price }) => price === null).length;
  const unclear = orders.filter(({ billing }) => billing === 'unknown').length;
  const words =
    unpriced === 0
      ? rupees(amount)
      : unpriced === billed.length
        ? unpricedWords(billed)
        : say(saidSum(amount, unpriced));
  if (unclear === 0) return words;
  const maybe = vscode.l10n.t('may have been billed: {0}', unclear);
  return billed.length === 0 ? maybe : `${words} · ${maybe}`;
}

/** A sum of lines without any amount is not known. */
function stated(amount: string, lines: readonly StatementLine[]): string {
  const known = lines.length === 0 || lines.some((line) => line.amount !== null);
  return known ? rupees(amount) : vscode.l10n.t('no amounts');
}

function summary({ result, reading }: Compared): string[] {
  const { pairs, onlyTheirs, onlyOurs, freeUnlisted, sums } = result;
  const differ = pairs.filter(({ findings }) => findings.length > 0).length;
  const ownMatched = estimated(
    sums.ownMatched,
    pairs.map(({ order }) => order),
  );
  const theirMatched = stated(
    sums.matched,
    pairs.map(({ line }) => line),
  );
  const theirOnly = stated(
    sums.onlyTheirs,
    onlyTheirs.map(({ line }) => line),
  );
  return table(
    ['', vscode.l10n.t('Count'), vscode.l10n.t('Statement'), vscode.l10n.t('By your prices (estimated)')],
    [
      [vscode.l10n.t('In both'), String(pairs.length), theirMatched, ownMatched],
      [vscode.l10n.t('of these, with a difference'), String(differ), '', ''],
      [vscode.l10n.t('Only on the statement'), String(onlyTheirs.length), theirOnly, ''],
      [
        vscode.l10n.t('Only in the order history'),
        String(onlyOurs.length),
        '',
        estimated(sums.onlyOurs, onlyOurs),
      ],
      [vscode.l10n.t('Free, and not on the statement'), String(freeUnlisted), '', ''],
      [
        vscode.l10n.t('Whole statement'),
        String(reading.lines.length),
        stated(sums.statement, reading.lines),
        '',
      ],
    ],
  );
}

function section(title: string, rows: number, text: () => string[]): string[] {
  return rows === 0 ? [] : ['', `## ${title} (${rows})`, '', ...text()];
}

/** What a statement came to, as Markdown. Holds order_ids, times, amounts and masked inputs; no answer. */
export function reconcileText(compared: Compared): string {
  const { environment, statement, result } = compared;
  const differ = result.pairs.filter(({ findings }) => findings.length > 0);
  const agree = result.pairs.filter(({ findings }) => findings.length === 0);
  const line = vscode.l10n.t('Line');
  const time = vscode.l10n.t('Time');
  return [
    `# ${vscode.l10n.t('Statement and order history')}`,
    '',
    vscode.l10n.t(
      '{0}, compared with the orders of {1}. Nothing was uploaded.',
      markdownCell(statement),
      markdownCell(environment),
    ),
    '',
    ...summary(compared),
    '',
    ...notes(compared),
    ...section(vscode.l10n.t('What differs'), differ.length, () => pairTable(differ, true)),
    ...section(vscode.l10n.t('Only on the statement'), result.onlyTheirs.length, () =>
      table(
        [line, 'order_id', time, vscode.l10n.t('Statement'), vscode.l10n.t('Why')],
        result.onlyTheirs.map((one) => [...theirCells(one.line), whyWords(one)]),
      ),
    ),
    ...section(vscode.l10n.t('Only in the order history'), result.onlyOurs.length, () =>
      table(
        [
          ...[time, 'order_id', vscode.l10n.t('Input')],
          ...[vscode.l10n.t('Operation'), vscode.l10n.t('Order history')],
        ],
        result.onlyOurs.map((order) => [
          when(order.begunAt),
          order.orderId === null
            ? vscode.l10n.t('none (here: {0})', markdownCell(order.id))
            : markdownCell(coverId(order.orderId)),
          markdownCell(inputWords(order.maskedInput ?? '')),
          ...ourCells(order),
        ]),
      ),
    ),
    ...section(vscode.l10n.t('In both, no difference'), agree.length, () => pairTable(agree, false)),
    '',
  ].join('\n');
}
