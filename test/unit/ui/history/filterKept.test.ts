import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { countedTo } from '../../../../src/calls/environments/countedTo.ts';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import type { OrderFilter } from '../../../../src/calls/ports/ports.ts';
import { spanInTime } from '../../../../src/calls/usage/usagePeriods.ts';
import { aLedger, noon, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { filterOrders } = await import('../../../../src/ui/history/filterAndFind.ts');
const { FilterState } = await import('../../../../src/ui/base/start/filterState.ts');
const { showOrders } = await import('../../../../src/ui/usage/showOrders.ts');

interface Item {
  readonly label: string;
  readonly picked?: boolean;
}

/** An environment that was renamed and has not sent since, and another that has its old name now. */
const renamed: Environment = {
  id: 'own',
  name: 'acme-live',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};

/** The filter of a row of Spend or a bar of Usage, and what the dialog makes of it. */
async function aFilter(t: TestContext, day: string) {
  const { ledger } = await aLedger(t);
  await place(ledger, 'mine', { order: { environment: 'acme', identity: 'id:own' } });
  await place(ledger, 'theirs', { order: { environment: 'acme', identity: 'id:other' } });
  await place(ledger, 'another', { order: { environment: 'globex', identity: 'id:globex' } });
  const { environments, identities } = countedTo(renamed, await ledger.identities());
  const inForce: OrderFilter = {
    environments: environments.toSorted(),
    identities,
    messageCodes: [''],
    ...spanInTime({ from: day, to: day }),
  };
  assert.deepEqual(inForce.environments, ['acme', 'acme-live']);
  const filtered = async (choose: (items: readonly Item[]) => readonly Item[]): Promise<unknown> => {
    let set: unknown = null;
    const state = {
      current: () => inForce,
      set: async (filter: unknown) => {
        set = filter;
      },
    };
    Object.assign(vscode.window, { showQuickPick: async (items: readonly Item[]) => choose(items) });
    await filterOrders({ ledger: async () => ledger, now: () => noon } as never, state as never);
    return set;
  };
  return { inForce, filtered };
}

/** What VS Code keeps of a window for its next life: JSON. */
function aMemento() {
  let kept = '{}';
  return {
    get: (key: string, none: unknown) => JSON.parse(kept)[key] ?? none,
    update: async (key: string, value: unknown) => {
      kept = JSON.stringify({ ...JSON.parse(kept), [key]: value });
    },
  };
}

test('a filter of Spend that went through the dialog is there after a reload of the window, and stays in its dialog', async (t) => {
  const { inForce } = await aFilter(t, '2026-11-03');
  const { ledger } = await aLedger(t);
  const memento = aMemento();
  Object.assign(vscode.window, { showQuickPick: async (items: readonly Item[]) => marked(items) });
  await showOrders(new FilterState(memento as never), inForce);
  for (const life of ['second', 'third']) {
    const state = new FilterState(memento as never);
    assert.deepEqual(state.current(), inForce, life);
    await filterOrders({ ledger: async () => ledger, now: () => noon } as never, state);
    assert.ok(state.isSet());
  }
  Object.assign(vscode.window, { showQuickPick: async (items: readonly Item[]) => without('acme')(items) });
  await filterOrders(
    { ledger: async () => ledger, now: () => noon } as never,
    new FilterState(memento as never),
  );
  assert.deepEqual(new FilterState(memento as never).current(), { ...inForce, environments: ['acme-live'] });
});

const marked = (items: readonly Item[]): readonly Item[] => items.filter(({ picked }) => picked === true);
const without = (label: string) => (items: readonly Item[]) =>
  marked(items).filter((one) => one.label !== label);

test('what Spend or Usage has set is marked in the filter dialog, and stays where it is left marked', async (t) => {
  const { inForce, filtered } = await aFilter(t, '2026-11-03');
  let labels: readonly string[] = [];
  const set = await filtered((items) => {
    labels = marked(items).map(({ label }) => label);
    return marked(items);
  });
  assert.deepEqual(set, inForce);
  assert.deepEqual(
    [...labels].sort(),
    ['Nov 3', 'Without other environments of the same name', 'acme', 'acme-live', 'without a code'].sort(),
  );
});

test('each part of it goes where the user takes its mark away', async (t) => {
  const { inForce, filtered } = await aFilter(t, '2026-11-03');
  const { identities, ...ofNames } = inForce;
  assert.deepEqual(identities, ['id:own', 'name:acme-live']);
  assert.deepEqual(await filtered(without('Without other environments of the same name')), ofNames);
  const { from: _from, to: _to, ...always } = inForce;
  assert.deepEqual(await filtered(without('Nov 3')), always);
  const { messageCodes: _codes, ...anyCode } = inForce;
  assert.deepEqual(await filtered(without('without a code')), anyCode);
});

test('what is added shows its orders: another environment, another span', async (t) => {
  const { inForce, filtered } = await aFilter(t, '2026-11-03');
  const plus =
    (...labels: readonly string[]) =>
    (items: readonly Item[]) =>
      items.filter(({ label, picked }) => picked === true || labels.includes(label));
  const { to: _to, ...open } = inForce;
  assert.deepEqual(await filtered(plus('Today')), open);
  // None of its orders has these identities.
  const { identities: _identities, ...ofNames } = inForce;
  const environments = ['acme', 'globex', 'acme-live'];
  assert.deepEqual(await filtered(plus('globex')), { ...ofNames, environments });
  assert.deepEqual(await filtered(without('acme')), { ...inForce, environments: ['acme-live'] });
});

test('the span of one day is not taken for Today, which goes on', async (t) => {
  const { inForce, filtered } = await aFilter(t, '2026-11-21');
  assert.deepEqual(await filtered(marked), inForce);
});
