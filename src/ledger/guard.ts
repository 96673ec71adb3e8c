import type { GuardFacts, GuardQuestion, Spend } from '../calls/guardPorts.ts';
import type { OrderSummary } from '../calls/ports.ts';
import type { OperationId } from '../contract/words.ts';
import { readMeters, readThrottle } from './meters.ts';
import { summaryColumns, summaryOf } from './rows.ts';
import type { Store } from './store.ts';

interface Priced {
  readonly price: string | null;
  readonly calls: number;
}

function spendOf(rows: readonly Priced[]): Spend {
  const byPrice = new Map<string | null, number>();
  for (const { price, calls } of rows) byPrice.set(price, (byPrice.get(price) ?? 0) + calls);
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    byPrice: [...byPrice].map(([price, calls]) => ({ price, calls })),
  };
}

function pricedOf(row: Readonly<Record<string, unknown>>): Priced {
  return { price: row.price === '' ? null : String(row.price), calls: Number(row.calls) };
}

function readSession(store: Store, { session, environment }: GuardQuestion): Spend {
  const rows = store
    .sql('SELECT price, calls FROM session_spend WHERE session = ? AND environment = ? AND calls > 0')
    .all(session, environment);
  return spendOf(rows.map(pricedOf));
}

function readSpend(store: Store, question: GuardQuestion): Pick<GuardFacts, 'spent' | 'operationToday'> {
  const month = question.day.slice(0, 7);
  const rows = store
    .sql(
      `SELECT day = ? AS today, operation, price, sum(calls) AS calls FROM spend
       WHERE environment = ? AND day >= ? AND day <= ? AND billing IN ('billed', 'unknown') GROUP BY 1, 2, 3`,
    )
    .all(question.day, question.environment, `${month}-01`, `${month}-31`)
    .map((row) => ({ ...pricedOf(row), today: row.today === 1, operation: String(row.operation) }));
  const today = rows.filter((row) => row.today);
  return {
    spent: { session: readSession(store, question), day: spendOf(today), month: spendOf(rows) },
    operationToday: spendOf(today.filter((row) => row.operation === question.operation)),
  };
}

function readTwins(store: Store, question: GuardQuestion): Pick<GuardFacts, 'pendingTwin' | 'paidTwin'> {
  if (question.fingerprint === null) return { pendingTwin: null, paidTwin: null };
  const input = [question.fingerprint, question.environment] as const;
  const pending = store
    .sql(
      `SELECT ${summaryColumns} FROM orders WHERE fingerprint = ? AND environment = ? AND is_open = 1
       ORDER BY begun_at DESC LIMIT 1`,
    )
    .get(...input);
  const paid = store
    .sql(
      `SELECT ${summaryColumns} FROM orders WHERE fingerprint = ? AND environment = ? AND billing = 'billed'
         AND is_open = 0 ORDER BY begun_at DESC LIMIT 1`,
    )
    .get(...input);
  return { pendingTwin: summaryOrNull(pending), paidTwin: summaryOrNull(paid) };
}

function summaryOrNull(row: Readonly<Record<string, unknown>> | undefined): OrderSummary | null {
  return row === undefined ? null : summaryOf(row);
}

function readLastAnswer(store: Store, question: GuardQuestion): GuardFacts['lastAnswer'] {
  const row = store
    .sql(
      `SELECT id, operation, message_code, settled_at FROM orders WHERE environment = ? AND key_tail IS ?
         AND http_status IS NOT NULL AND failure_code IS NULL ORDER BY settled_at DESC LIMIT 1`,
    )
    .get(question.environment, question.keyTail);
  if (row === undefined) return null;
  return {
    id: String(row.id),
    operation: String(row.operation) as OperationId,
    messageCode: typeof row.message_code === 'string' ? row.message_code : null,
    settledAt: Number(row.settled_at),
  };
}

/** See GuardFacts. To be called within one transaction. */
export function readFacts(store: Store, question: GuardQuestion): GuardFacts {
  return {
    meters: readMeters(store, question),
    ...readThrottle(store, question),
    ...readSpend(store, question),
    ...readTwins(store, question),
    lastAnswer: readLastAnswer(store, question),
  };
}
