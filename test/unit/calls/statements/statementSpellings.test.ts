import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

/** What one wallet tells, however it spells it: three calls that took money, one of which it gave back, and four that took none. */
const entries = [
  ['A', 'charge', '4.50'],
  ['B', 'charge', '1,250.00'],
  ['C', 'charge', '4.50'],
  ['C', 'refund', '4.50'],
  ['D', 'free', '0.00'],
  ['E', 'free', '0.00'],
  ['F', 'free', '0.00'],
  ['G', 'failed', '4.50'],
] as const;

const orders = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((id, at): OwnOrder => {
  const billing = id < 'C' ? 'billed' : id === 'C' ? 'refunded' : 'free';
  return {
    ...{ id: orderId(id), orderId: id, operation: 'rc-advanced', begunAt: at, messageCode: null },
    ...{ outcome: billing === 'billed' ? 'verified' : 'failed', billing, price: null },
  };
});

type Sign = (amount: string) => string;
const plain: Sign = (amount) => amount;
const minus: Sign = (amount) => `-${amount}`;
const bracketed: Sign = (amount) => `₹(${amount})`;
const behind: Sign = (amount) => `${amount}-`;
const cr: Sign = (amount) => `${amount} CR`;
const dr: Sign = (amount) => `${amount} Dr.`;
const below = [minus, bracketed, behind];

const unworded = ['', 'Success', 'Paid', 'Completed', 'Charged', 'yes'];
const takes = ['Debit', 'DR', 'debited'];
const gives = ['Credit', 'CR', 'Credited', 'Refund', 'Reversal', 'Refund for C'];
const undone = ['Refunded', 'Reversed', 'Auto reversed', 'Refund - failed lookup', 'Refund processed'];

type Kind = (typeof entries)[number][1];
type Spelling = (kind: Kind, amount: string) => readonly string[];

function worded(kind: Kind, took: string, gave: string): string {
  if (kind === 'failed') return 'Failed';
  if (kind === 'refund') return gave;
  const isYes = took === 'yes' || took === 'Charged';
  return kind === 'free' && isYes ? 'not charged' : took;
}

/** Each spelling by which it can be known what gives back: by a word, a column, CR, or another sign than that of charges. */
function* spellings(): Generator<{
  what: string;
  header: readonly string[];
  cells: Spelling;
  isMinus: boolean;
}> {
  const words = [...unworded, ...takes].flatMap((took) =>
    [...(takes.includes(took) ? [''] : [took]), ...gives, ...undone].map((gave) => [took, gave] as const),
  );
  for (const charge of [plain, dr, ...below]) {
    for (const [took, gave] of words) {
      const isMinus = below.includes(charge) && !takes.includes(took);
      for (const refund of [plain, cr, dr, ...below]) {
        const isOther = refund === cr || (refund !== dr && below.includes(charge) !== below.includes(refund));
        if (!isOther && !gives.includes(gave) && !undone.includes(gave)) continue;
        yield {
          what: `${charge('1')} ${took} / ${refund('1')} ${gave}`,
          header: ['Order ID', 'Time', 'Amount', 'Status'],
          cells: (kind, amount) => [(kind === 'refund' ? refund : charge)(amount), worded(kind, took, gave)],
          isMinus,
        };
      }
      for (const none of ['', '-', '0.00']) {
        yield {
          what: `columns: ${charge('1')} ${took} / ${gave}, else "${none}"`,
          header: ['Order ID', 'Time', 'Debit', 'Credit', 'Status'],
          cells: (kind, amount) => [
            ...(kind === 'refund' ? [none, amount] : [charge(amount), none]),
            worded(kind, took, gave),
          ],
          isMinus,
        };
      }
    }
  }
}

test('however a wallet spells them, the same charges and refunds come to the same', () => {
  let count = 0;
  for (const { what, header, cells, isMinus } of spellings()) {
    const rows = entries.map(([id, kind, amount], at) => ({
      line: at + 2,
      cells: [id, `2026-11-21T12:0${at}:00Z`, ...cells(kind, amount)],
    }));
    const { lines, minusTaken } = readStatement(rows, guessStatementColumns(header), 'utc');
    const { pairs, onlyTheirs, sums } = reconcile(lines, orders);
    assert.deepEqual(
      lines.flatMap(({ row, charged }) => (charged ? [row] : [])),
      [2, 3, 4],
      what,
    );
    assert.deepEqual(
      pairs.map(({ line, returned, findings }) => [line.row, returned?.row ?? null, ...findings]),
      [2, 3, 4, 6, 7, 8, 9].map((row) => [row, row === 4 ? 5 : null]),
      what,
    );
    assert.deepEqual([sums.statement, onlyTheirs, minusTaken], ['1254.5', [], isMinus], what);
    count += 1;
  }
  assert.ok(count > 3000, String(count));
});
