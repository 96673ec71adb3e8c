import { operationOfBatch } from '../../../src/calls/batch/planned.ts';
import { Planner } from '../../../src/calls/batch/planner.ts';
import { carriedOver } from '../../../src/calls/batch/rerun.ts';
import { identityOf, originOf, placeOf } from '../../../src/calls/environments/environments.ts';
import { batchId } from '../../../src/calls/ports/ids.ts';
import type { Event } from '../events.ts';
import { operationFor } from '../operations.ts';
import type { SimWindow } from '../window.ts';
import { start } from './batches.ts';

/** The rows of a batch that wait, planned anew with the request fields of now; the start of the new one leaves the old ones. */
export async function planAnew(window: SimWindow, event: Event): Promise<void> {
  if (window.running !== null) return;
  const { world } = window;
  const { batches, inputPrint, fingerprint } = await window.ledger();
  const all = (await batches.list(window.session, window.now())).filter(
    ({ state, heldElsewhere }) => state === 'started' && !heldElsewhere,
  );
  const from = all[event.a % Math.max(1, all.length)];
  const environment =
    from === undefined ? undefined : window.sending.ports.settings.environment(from.identity);
  if (from === undefined || environment === undefined || originOf(environment) !== from.origin) return;
  const { fields } = window.settings;
  const operation = operationFor(from.operation, fields);
  const sources = carriedOver(operationOfBatch(from, operation).requestFields, operation.requestFields);
  const waiting = (await batches.rows(from.id, null, 500)).rows.filter(({ state }) => state === 'waiting');
  if (sources === null || waiting.length === 0) return;
  const kept = await batches.fields(
    from.id,
    waiting.map(({ row }) => row),
  );
  const id = batchId(world.newId());
  const { name, kind, baseUrl } = environment;
  const identity = identityOf(environment);
  const origin = originOf(environment);
  const about = { id, operation: operation.id, environment: name, identity, kind, origin, baseUrl };
  await batches.create({
    ...about,
    source: 'rows.csv',
    createdAt: window.now(),
    fields: operation.requestFields,
  });
  const map = Object.fromEntries([...sources.keys()].map((field, column) => [field, { column }]));
  const planner = new Planner(
    { store: batches, fingerprint, inputPrint },
    { batch: id, operation, place: placeOf(environment), map, width: sources.size, chunk: 2 },
  );
  for (const { row, line } of waiting) {
    await planner.add({ line, cells: [...sources.values()].map((source) => kept.get(row)?.[source] ?? '') });
  }
  await planner.end();
  world.story.tell(window.name, () => `batch ${id} is planned in place of ${from.id}`);
  const rows = waiting.map(({ row }) => row);
  await start(window, await window.ledger(), id, fields, event, { batch: from.id, rows });
}

/** A batch goes with its inputs; its orders stay. Refused while another window runs it. */
export async function eraseBatch(window: SimWindow, event: Event): Promise<void> {
  const ledger = await window.ledger();
  const all = await ledger.batches.list(window.session, window.now());
  const batch = all[event.a % Math.max(1, all.length)];
  if (batch !== undefined && window.running === null)
    await ledger.batches.erase(batch.id, window.session, window.now());
}
