import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import {
  readStatement,
  type StatementColumns,
  statementSpan,
} from '../../../../src/calls/statements/statement.ts';
import { mostShiftMs, ordersWithin, zoneThatFits } from '../../../../src/calls/statements/statementShift.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const columns: StatementColumns = { orderId: 0, time: 1, amount: 2, charged: null, operation: null };

function order(id: string, begunAt: number): OwnOrder {
  return {
    id: orderId(id),
    orderId: id,
    ...{
      operation: 'rc-advanced',
      begunAt,
      outcome: 'verified',
      billing: 'billed',
      price: '4',
      messageCode: 'OK',
    },
  };
}

/** Orders of ours, some minutes apart. */
const orders = [0, 7, 21, 40].map((at, index) => order(`ORD-${index}`, noon + at * minute));

/** Their lines, their clock this much ahead of UTC, with or without order_ids. */
function rows(aheadMinutes: number, named: boolean, off = 0) {
  return orders.map(({ orderId: id, begunAt }, index) => ({
    line: index + 2,
    cells: [
      named ? (id ?? '') : '',
      new Date(begunAt + aheadMinutes * minute + off).toISOString().slice(0, 19).replace('T', ' '),
      '4.00',
    ],
  }));
}

test('a statement in UTC that was read as Indian time is offered UTC, by order_ids and by times alone', () => {
  for (const named of [true, false]) {
    assert.equal(zoneThatFits(rows(0, named), columns, orders, 'ist'), 'utc', `named: ${named}`);
    assert.equal(zoneThatFits(rows(0, named, 40_000), columns, orders, 'ist'), 'utc', 'clocks 40 s apart');
  }
});

test('an Indian statement read as UTC is offered Indian time', () => {
  assert.equal(zoneThatFits(rows(330, true), columns, orders, 'utc'), 'ist');
  assert.equal(zoneThatFits(rows(330, false), columns, orders, 'utc'), 'ist');
});

test('what fits already is left alone', () => {
  assert.equal(zoneThatFits(rows(0, true), columns, orders, 'utc'), null);
  assert.equal(zoneThatFits(rows(330, false), columns, orders, 'ist'), null);
});

test('a shift that is no zone, or a zone that is not offered, changes nothing', () => {
  assert.equal(zoneThatFits(rows(17, true), columns, orders, 'utc'), null);
  assert.equal(zoneThatFits(rows(-8 * 60, true), columns, orders, 'utc'), null);
});

test('two lines that happen to fit by their times are no proof', () => {
  assert.equal(zoneThatFits(rows(0, false).slice(0, 2), columns, orders, 'ist'), null);
});

test('orders are taken within the times of a statement, or by its order_ids', () => {
  const [first] = orders;
  const lines = [
    { row: 2, orderId: 'ORD-3', at: noon, amount: null, charged: true, operation: null } as const,
  ];
  assert.deepEqual(
    ordersWithin(lines, orders).map(({ orderId: id }) => id),
    [first?.orderId, 'ORD-3'],
  );
});

/** A statement that gives days, no times of day: its first orders alone. */
function days(named: number) {
  return orders.slice(0, named).map(({ orderId: id }, index) => ({
    line: index + 2,
    cells: [id ?? '', '21/11/2026', '4.00'],
  }));
}

test('a date alone stands for its whole day: what was billed that day and is not listed is missing', () => {
  for (const zone of ['ist', 'utc'] as const) {
    const { lines } = readStatement(days(2), columns, zone);
    assert.deepEqual(
      lines.map(({ day }) => day),
      ['2026-11-21', '2026-11-21'],
    );
    const { onlyOurs, timeOffset } = reconcile(lines, ordersWithin(lines, orders));
    assert.deepEqual(
      onlyOurs.map(({ orderId: id }) => id),
      ['ORD-2', 'ORD-3'],
    );
    assert.equal(timeOffset, null, 'midnight says nothing about the zone');
    assert.equal(zoneThatFits(days(2), columns, orders, zone), null);
  }
  const next = order('ORD-9', noon + 24 * 60 * minute);
  const { lines } = readStatement(days(2), columns, 'utc');
  assert.deepEqual(ordersWithin(lines, [next]), [], 'the day after is not on it');
});

test('a date alone matches nothing by time', () => {
  const midnight = Date.UTC(2026, 10, 21);
  const { lines } = readStatement([{ line: 2, cells: ['', '2026-11-21', '4'] }], columns, 'utc');
  const { pairs, onlyTheirs } = reconcile(lines, [order('ORD-0', midnight + 1000)]);
  assert.deepEqual([pairs.length, onlyTheirs[0]?.why], [0, 'none']);
});

test('orders two minutes around a statement may be on it; one without an order_id is not named by a line without', () => {
  const [from, to] = [noon, noon + 60 * minute];
  const at = (time: number, row: number) =>
    ({ row, orderId: null, at: time, amount: null, charged: true, operation: null }) as const;
  const around = [-1, 0, 1].flatMap((off) => [
    order(`first${off}`, from - 2 * minute + off),
    order(`last${off}`, to + 2 * minute + off),
  ]);
  const nameless = { ...order('nameless', noon - 600 * minute), orderId: null };
  assert.deepEqual(
    ordersWithin([at(from, 2), at(to, 3)], [...around, nameless]).map(({ id }) => id),
    ['last-1', 'first0', 'last0', 'first1'],
  );
});

test('three lines that fit in another zone, and fitted in none, are a proof', () => {
  assert.equal(zoneThatFits(rows(0, false).slice(0, 3), columns, orders, 'ist'), 'utc');
});

test('half an hour is a shift, and two minutes beside it still are; a few minutes of two clocks are none', () => {
  const fits = (off: number) => zoneThatFits(rows(330, true, off), columns, orders, 'utc');
  assert.deepEqual([2 * minute, 2 * minute + 1000, -2 * minute, -2 * minute - 1000].map(fits), [
    ...['ist', null, 'ist', null],
  ]);
  assert.equal(zoneThatFits(rows(0, true, 5 * minute), columns, orders, 'utc'), null);
});

/** Lines without order_ids, so many written in UTC and then so many in Indian time, of orders an hour and a bit apart. */
function mixed(utc: number, indian: number) {
  const all = Array.from({ length: utc + indian }, (_, at) => order(`ORD-${at}`, noon + at * 67 * minute));
  const lines = all.map(({ begunAt }, at) => {
    const written = new Date(begunAt + (at < utc ? 0 : 330 * minute)).toISOString();
    return { line: at + 2, cells: ['', written.slice(0, 19).replace('T', ' '), '4.00'] };
  });
  return { all, lines };
}

test('by their times alone more than twice as many lines have to fit as fitted before', () => {
  const offered = [
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 2],
  ].map(([utc = 0, indian = 0]) => {
    const { all, lines } = mixed(utc, indian);
    return zoneThatFits(lines, columns, all, 'ist');
  });
  assert.deepEqual(offered, [null, 'utc', null, 'utc']);
});

test('lines that give no time are counted neither for a zone nor against it', () => {
  const { all, lines } = mixed(3, 0);
  const named = [1, 2, 3].map((at) => order(`NAMED-${at}`, noon + at * 67 * minute + 20 * minute));
  const timeless = named.map(({ orderId: id }, at) => ({ line: at + 20, cells: [id ?? '', '', '4.00'] }));
  assert.equal(zoneThatFits([...lines, ...timeless], columns, [...all, ...named], 'ist'), 'utc');
});

test('the farthest zone of the world is fourteen hours from UTC', () => {
  assert.equal(mostShiftMs, 14 * 60 * minute);
});

/** Works with this computer in another zone. */
function within(zone: string, work: () => void): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    work();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

test('this computer’s own zone is offered where it is off by half hours, and not where by quarters', () => {
  within('Asia/Kabul', () => assert.equal(zoneThatFits(rows(270, true), columns, orders, 'utc'), 'local'));
  within('Asia/Kathmandu', () => assert.equal(zoneThatFits(rows(345, true), columns, orders, 'utc'), null));
});

test('a date alone is the whole of its day, also where that has 25 hours, or 23', () => {
  const dated: StatementColumns = { orderId: null, time: 0, amount: null, charged: null, operation: null };
  const spanOf = (day: string) =>
    statementSpan(readStatement([{ line: 2, cells: [day] }], dated, 'local').lines);
  within('Europe/Berlin', () => {
    const hours = (day: string): number => (spanOf(day).to + 1 - spanOf(day).from) / 3_600_000;
    assert.deepEqual(['2026-10-25', '2026-03-29', '31/12/2026'].map(hours), [25, 23, 24]);
    // A zone of its own has days of its own.
    assert.equal(hours('2026-10-25 IST'), 24);
    // The last hour of the longer day: the order is missed on the statement.
    const late = order('late', new Date(2026, 9, 25, 23, 30).getTime());
    const { lines } = readStatement([{ line: 2, cells: ['2026-10-25'] }], dated, 'local');
    assert.equal(ordersWithin(lines, [late]).length, 1);
  });
});
