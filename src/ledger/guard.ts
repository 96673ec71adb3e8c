import type { GuardFacts, GuardQuestion, Spend } from '../calls/ports/guardPorts.ts';
import { orderId } from '../calls/ports/ids.ts';
import { allSpenders } from './earlier.ts';
import { summariesAt } from './lists.ts';
import { readMeters, readThrottle } from './meters.ts';
import type { Store } from './store.ts';
import { knownEntries, twinPlaces } from './twins.ts';
import { written } from './written.ts';

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

function readSession(store: Store, session: string, spenders: string): Spend {
  const rows = store
    .sql(
      `SELECT price, calls FROM session_spend WHERE session = ? AND identity IN (SELECT value FROM json_each(?))
         AND calls > 0`,
    )
    .all(session, spenders);
  return spendOf(rows.map(pricedOf));
}

type SpendFacts = Pick<GuardFacts, 'spent' | 'operationToday' | 'unclearToday'>;

function readSpend(store: Store, question: GuardQuestion): SpendFacts {
  const month = question.day.slice(0, 7);
  const spenders = allSpenders(store, question.spenders);
  const rows = store
    .sql(
      `SELECT day = ? AS today, operation, price, sum(calls) AS calls, sum(iif(billing = 'unknown', calls, 0)) AS unclear FROM spend
       WHERE identity IN (SELECT value FROM json_each(?)) AND day >= ? AND day <= ? AND billing IN ('billed', 'unknown') GROUP BY 1, 2, 3`,
    )
    .all(question.day, spenders, `${month}-01`, `${month}-31`)
    .map((row) => ({
      ...pricedOf(row),
      today: row.today === 1,
      operation: String(row.operation),
      unclear: Number(row.unclear),
    }));
  const today = rows.filter((row) => row.today);
  const mine = today.filter((row) => row.operation === question.operation);
  return {
    spent: {
      session: readSession(store, question.session, spenders),
      day: spendOf(today),
      month: spendOf(rows),
    },
    operationToday: spendOf(mine),
    unclearToday: mine.reduce((sum, { unclear }) => sum + unclear, 0),
  };
}

function readTwins(
  store: Store,
  { place, input }: GuardQuestion,
): Pick<GuardFacts, 'pendingTwins' | 'paidTwins' | 'entries'> {
  if (input === null) return { pendingTwins: [], paidTwins: [], entries: null };
  const open = twinPlaces(store, place, input, 'open');
  const paid = twinPlaces(store, place, input, 'paid');
  return {
    pendingTwins: summariesAt(store, open),
    paidTwins: summariesAt(store, paid),
    entries: knownEntries(store, input, [...open, ...paid]),
  };
}

/** Of answers of one millisecond each is kept a millisecond later than the one before. */
const slackMs = 1000;

/** One that bears a time to come is from before the clock was set back; it is the last where there is no other. */
function readLastAnswer(store: Store, { place, keyHash, now }: GuardQuestion): GuardFacts['lastAnswer'] {
  const last = store.sql(
    `SELECT id, operation, message_code, settled_at FROM orders WHERE place = ? AND key_hash = ? AND settled_at < ?
       AND http_status IS NOT NULL AND failure_code IS NULL ORDER BY settled_at DESC, seq DESC LIMIT 1`,
  );
  const row = last.get(place, keyHash, now + slackMs) ?? last.get(place, keyHash, Number.MAX_SAFE_INTEGER);
  if (row === undefined) return null;
  return {
    id: orderId(String(row.id)),
    operation: written(row.operation),
    messageCode: typeof row.message_code === 'string' ? row.message_code : null,
    settledAt: Number(row.settled_at),
  };
}

/** See GuardFacts. To be called within one transaction. */
export function readFacts(store: Store, question: GuardQuestion): GuardFacts {
  const throttle = readThrottle(store, question);
  return {
    meters: readMeters(store, question, throttle.learned),
    ...throttle,
    ...readSpend(store, question),
    ...readTwins(store, question),
    lastAnswer: readLastAnswer(store, question),
  };
}
