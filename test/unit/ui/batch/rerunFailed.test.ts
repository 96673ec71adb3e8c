import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { rerunFailed } = await import('../../../../src/ui/batch/rerunFailed.ts');

const outcomes = {
  verified: { outcome: 'verified', billing: 'billed', messageCode: 'ok', rows: 2, kept: 2, calls: 2 },
  failed: { outcome: 'failed', billing: 'free', messageCode: null, rows: 2, kept: 2, calls: 2 },
  free: { outcome: 'unknown', billing: 'free', messageCode: 'NEW', rows: 1, kept: 1, calls: 1 },
  lost: { outcome: 'unknown', billing: 'unknown', messageCode: null, rows: 1, kept: 1, calls: 1 },
  said: { outcome: 'negative', billing: 'free', messageCode: null, rows: 1, kept: 1, calls: 1 },
  reduced: { outcome: 'failed', billing: 'free', messageCode: null, rows: 2, kept: 0, calls: 2 },
} as const;

/** Batches of these sources, every row of each of which came to the outcome that its source names. */
function batchesOf(...sources: readonly (keyof typeof outcomes)[]) {
  const all = sources.map((source) => ({ ...aBatch, id: source, source, state: 'started', tally: [] }));
  return {
    services: { now: () => 0 },
    store: async () => ({ outcomes: async (id: keyof typeof outcomes) => [outcomes[id]] }),
    all: async () => all,
    get: async (id: string) => all.find((one) => one.id === id),
    mustBeFree: () => undefined,
  };
}

test('batches of which no row failed, or none with its input, are not offered to be run again', async () => {
  await rerunFailed(batchesOf('verified', 'failed', 'reduced') as never, undefined);
  const [items] = told.shown.at(-1) as unknown as [Promise<readonly { readonly label: string }[]>];
  assert.deepEqual(
    (await items).map(({ label }) => label),
    ['RC Details Advanced · failed'],
  );
});

test('where no row of any batch failed, that is what is said', async () => {
  await rerunFailed(batchesOf('verified', 'reduced') as never, undefined);
  assert.deepEqual(told.shown.at(-1), ['No batch has a row to run again.']);
});

test('asked for by name, it says whether no row failed, or what failed is not kept', async () => {
  await rerunFailed(batchesOf('verified') as never, 'verified');
  assert.deepEqual(told.shown.at(-1), ['No row of this batch failed.']);
  await rerunFailed(batchesOf('reduced') as never, 'reduced');
  assert.deepEqual(told.shown.at(-1), ['The inputs of these rows are no longer kept.']);
});

test('what was not billed is not said to be billed again, also where nobody knows what came of it; then it is not ticked', async () => {
  const offered = async (source: keyof typeof outcomes) => {
    await rerunFailed(batchesOf(source) as never, source);
    const [items] = told.shown.at(-1) as unknown as [
      readonly { readonly label: string; readonly description?: string; readonly picked?: boolean }[],
    ];
    const [part, one] = items;
    return [part?.label, one?.description, one?.picked];
  };
  assert.deepEqual(await offered('free'), ['not billed', 'free; a new call can be billed', false]);
  assert.deepEqual(await offered('failed'), ['not billed', 'free; a new call can be billed', true]);
  assert.deepEqual((await offered('lost')).at(0), 'billed, or may have been');
  assert.deepEqual((await offered('said')).at(0), 'billed, or may have been');
});
