import type { LatencyRow, Usage, UsageQuery, UsageRow } from '../calls/ports/usagePorts.ts';
import { latencySteps } from './latencySteps.ts';
import type { Store } from './store.ts';
import { written } from './written.ts';

type Row = Readonly<Record<string, unknown>>;

/** Every environment that was ever counted, each found by one step into the index. */
function environments(store: Store): string[] {
  const next = store.sql('SELECT min(environment) AS name FROM spend WHERE environment > ?');
  const found: string[] = [];
  for (let name = next.get('')?.name; typeof name === 'string'; name = next.get(name)?.name) found.push(name);
  return found;
}

function usageRow(row: Row): UsageRow {
  return {
    day: String(row.day),
    environment: String(row.environment),
    identity: String(row.identity),
    operation: written(row.operation),
    messageCode: row.message_code === '' ? null : String(row.message_code),
    outcome: written(row.outcome),
    billing: written(row.billing),
    price: row.price === '' ? null : String(row.price),
    repeat: row.repeat === 1,
    calls: Number(row.calls),
  };
}

/** Calls of each operation by how long their answer took, over all days and environments asked about. */
function latencyRows(store: Store, query: UsageQuery, names: readonly string[]): LatencyRow[] {
  const counts = new Map<string, Map<number, number>>();
  const counted = store.sql(
    `SELECT operation, bucket, sum(calls) AS calls FROM latency WHERE environment = ? AND day >= ? AND day <= ?
     GROUP BY operation, bucket`,
  );
  for (const row of names.flatMap((name) => counted.all(name, query.from, query.to))) {
    const operation = String(row.operation);
    const buckets = counts.get(operation) ?? new Map<number, number>();
    counts.set(operation, buckets);
    const bucket = Number(row.bucket);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + Number(row.calls));
  }
  return [...counts].flatMap(([operation, buckets]) =>
    latencySteps.flatMap(({ bucket, fromMs }) => {
      const calls = buckets.get(bucket);
      const toMs = latencySteps[bucket + 1]?.fromMs ?? Number.MAX_SAFE_INTEGER;
      return calls === undefined ? [] : [{ operation: written(operation), fromMs, toMs, calls }];
    }),
  );
}

/** Counts of calls, by day and by how long they took; both ascending. */
export function readUsage(store: Store, query: UsageQuery): Usage {
  const names = query.environment === null ? environments(store) : [query.environment];
  const rows = store.sql('SELECT * FROM spend WHERE environment = ? AND day >= ? AND day <= ? ORDER BY day');
  return {
    rows: names
      .flatMap((name) => rows.all(name, query.from, query.to))
      .map(usageRow)
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    latency: latencyRows(store, query, names),
  };
}
