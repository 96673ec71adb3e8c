import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import { presetQuery } from '../../../../src/calls/orders/orderPresets.ts';
import { embeddedPlace } from '../../../../src/calls/ports/guardPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { OwnInput } from '../../../../src/contract/ownInput.ts';
import { plain } from '../../../../src/contract/words.ts';
import { commandIds } from '../../../../src/contributions.ts';
import type { Drift, LearnedPath } from '../../../../src/shapes/model.ts';
import type { KnownCode } from '../../../../src/ui/observed/known.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';
import { Learned, live, livePlace, now, servicesWith, shape } from './learned.ts';

const rc = operationById('rc-advanced');
let told: Told;
let vscode: typeof import('vscode');
before(async () => {
  told = await standInForVscode();
  vscode = await import('vscode');
});

describe('a departure from what was learned', () => {
  const at = (key: string) => [{ key: 'data' }, { key: 'result' }, { key }];
  const drifts: readonly Drift[] = [
    {
      grade: 'new',
      path: [...at('rows'), 'items', { key: 'is_new' }],
      what: { kind: 'new-field', found: ['integer', 'null'] },
      inputs: 120,
    },
    { grade: 'notable', path: at('rc_status'), what: { kind: 'new-value' }, inputs: 140 },
    {
      grade: 'breaking',
      path: at('financed'),
      what: { kind: 'new-kind', found: 'string', known: ['boolean', 'null'] },
      inputs: 123,
    },
    { grade: 'breaking', path: at('less_info'), what: { kind: 'missing' }, inputs: 123 },
  ];

  it('is said in words with its evidence, the gravest first, and the sign says the gravest', async () => {
    const { driftsView } = await import('../../../../src/ui/answers/driftView.ts');
    const view = driftsView(drifts, new OwnInput(rc, '{}'), plain);
    assert.deepEqual(view?.sign, { label: 'Learned', value: 'departs: breaking', tone: 'caution' });
    assert.deepEqual(
      view?.departures.map(({ word, where, text, evidence }) => `${word}: ${where}: ${text} (${evidence})`),
      [
        'breaking: data.result.financed: text, previously only boolean, null (otherwise in 123 inputs)',
        'breaking: data.result.less_info: missing (always there in 123 inputs)',
        'notable: data.result.rc_status: a value never seen here (otherwise in 140 inputs)',
        'new: data.result.rows[].is_new: a field never seen: whole number, null (not in 120 inputs)',
      ],
    );
    assert.equal(driftsView([], new OwnInput(rc, '{}'), plain), undefined);
  });

  it('stands on the row of the order, its tooltip and what is spoken; of others nothing', async () => {
    const { orderItem } = await import('../../../../src/ui/start/trees/orderRow.ts');
    const texts = (drift: 'notable' | null) => {
      const item = orderItem(anOrder({ drift }), now);
      const tooltip = item.tooltip as { readonly value: string };
      return [String(item.description), tooltip.value, item.accessibilityInformation?.label ?? ''];
    };
    assert.ok(texts('notable').every((text) => /departs/.test(text)));
    assert.ok(texts(null).every((text) => !/departs/.test(text)));
    const { RowWords } = await import('../../../../src/ui/history/ordersPageColumns.ts');
    const drift = (grade: 'new' | null) =>
      new RowWords(now).row(anOrder({ drift: grade }), ['came'], 'none').drift;
    const isSimulated = (kind: 'sandbox' | 'live') =>
      new RowWords(now).row(anOrder({ kind }), ['came'], 'none').isSimulated;
    assert.deepEqual([isSimulated('sandbox'), isSimulated('live')], [true, false]);
    const words = 'departs from what was learned: new';
    assert.deepEqual([drift('new'), drift(null)], [{ grade: 'new', words }, null]);
  });

  it('is what a preset and a filter ask for, of whatever grade', async () => {
    const filter = { drifts: ['breaking', 'notable', 'new'] };
    assert.deepEqual(presetQuery('drifts', null, now), { group: 'all', filter });
    const { filterWords } = await import('../../../../src/ui/words/both/filterWords.ts');
    assert.equal(filterWords({ drifts: ['new'] }, now), 'departs from what was learned');
    const { filterOrders } = await import('../../../../src/ui/history/filterAndFind.ts');
    let set: unknown = null;
    const chosen = async (one: unknown): Promise<void> => {
      set = one;
    };
    const state = { current: () => filter, set: chosen } as never;
    const ledger = { distinct: async () => ({ environments: [], messageCodes: [] }) };
    const window = vscode.window as unknown as Record<string, unknown>;
    const before = window.showQuickPick;
    window.showQuickPick = async (items: readonly { readonly label: string; readonly picked?: boolean }[]) =>
      items.filter(({ picked }) => picked === true);
    await filterOrders({ ledger: async () => ledger, now: () => now } as never, state);
    window.showQuickPick = before;
    // What is in force is picked already, and comes back.
    assert.deepEqual(set, filter);
  });
});

describe('the operations tree', () => {
  const known = (code: string, inputs: number): KnownCode => {
    return { operation: 'rc-advanced', place: livePlace, code, inputs, since: now };
  };

  it('has a node where something was learned, and none elsewhere', async () => {
    const { OperationsTree, pressOfOperation } = await import(
      '../../../../src/ui/start/trees/operationsTree.ts'
    );
    const tree = new OperationsTree(() => undefined);
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData((rows) => {
      drawn.push(...rows);
    });
    const [category] = tree.getChildren();
    const [operation] = tree.getChildren(category);
    assert.ok(operation !== undefined);
    assert.deepEqual([tree.getChildren(operation), tree.getTreeItem(operation).collapsibleState], [[], 0]);
    const { observedRows } = await import('../../../../src/ui/observed/observedRows.ts');
    const learnedNow = () => observedRows([known('OK', 12), known('NO_RECORD_FOUND', 1)], 'acme');
    tree.learned(learnedNow());
    tree.learned(learnedNow());
    // By the objects that VS Code was given: it knows no others, and the tree as a whole is never drawn anew. Siblings are drawn with
    // a row that can be unfolded from now on.
    assert.equal(drawn.length, 1);
    assert.ok(drawn[0] === category && tree.getChildren()[0] === category);
    tree.learned(observedRows([known('OK', 13)], 'acme'));
    assert.equal(drawn.length, 2);
    assert.ok(drawn[1] === operation && tree.getChildren(category)[0] === operation);
    tree.learned(learnedNow());
    const [observed, ...none] = tree.getChildren(operation);
    assert.ok(observed !== undefined && none.length === 0);
    const node = tree.getTreeItem(observed);
    assert.deepEqual([node.label, node.description, node.contextValue], ['Observed', 'acme', 'observed']);
    const codes = tree.getChildren(observed);
    const rows = codes.map((one) => tree.getTreeItem(one));
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['OK', '12 inputs'],
        ['NO_RECORD_FOUND', '1 input'],
      ],
    );
    for (const one of codes)
      assert.deepEqual(
        [pressOfOperation(one)?.command, pressOfOperation(one)?.arguments],
        [commandIds.openObserved, [one]],
      );
    assert.equal(pressOfOperation(observed), null);
    assert.equal(new Set([node.id, ...rows.map(({ id }) => id), 'rc-advanced']).size, 4);
    // A row opens a form still.
    const { command, arguments: which } = pressOfOperation(operation) ?? assert.fail();
    assert.deepEqual([command, which], [commandIds.openRequestForm, [rc.id]]);
  });

  it('asks for what was learned once the history is open and while somebody looks, never before', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { OperationsTree } = await import('../../../../src/ui/start/trees/operationsTree.ts');
    const { showOperationsView } = await import('../../../../src/ui/start/trees/operationsView.ts');
    const visibility = new vscode.EventEmitter<void>();
    const environments = new vscode.EventEmitter<void>();
    const view = { visible: true, onDidChangeVisibility: visibility.event, dispose: () => undefined };
    (vscode.window as unknown as Record<string, unknown>).createTreeView = () => view;
    let asked = 0;
    let changed = (): void => undefined;
    const shown = showOperationsView({
      tree: new OperationsTree(() => undefined),
      environments: { onDidChange: environments.event },
      observed: async () => {
        asked += 1;
        return [];
      },
      warn: (error) => assert.fail(String(error)),
    });
    const asks = async (): Promise<number> => {
      t.mock.timers.tick(2000);
      await turn();
      return asked;
    };
    visibility.fire();
    environments.fire();
    assert.equal(await asks(), 0);
    view.visible = false;
    shown.attend({
      onDidChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
    });
    changed();
    assert.equal(await asks(), 0);
    view.visible = true;
    visibility.fire();
    assert.equal(await asks(), 1);
    for (let call = 0; call < 50; call += 1) changed();
    assert.equal(await asks(), 2);
    environments.fire();
    assert.equal(await asks(), 3);
    shown.dispose();
  });
});

describe('a request field', () => {
  const seen = { inputs: 12, since: now, last: now };
  const path = (key: string, inputs: number): LearnedPath => ({
    path: [{ key }],
    seen: { ...seen, inputs },
    of: inputs,
    missing: null,
    kinds: { string: { ...seen, inputs } },
    formats: {},
    length: null,
    items: null,
    values: null,
    otherValues: 0,
  });
  const request = (code: string, inputs: number, place = livePlace) =>
    shape({ side: 'request', code, inputs, place, paths: [path('rc_number', inputs)] });
  const learned = async (shapes: Parameters<typeof request>[], environment = live) => {
    const { learnedFields } = await import('../../../../src/ui/panels/formLearned.ts');
    const services = servicesWith(new Learned(shapes.map((one) => request(...one))));
    return (await learnedFields(services, rc, { environment })).byName.get('rc_number');
  };

  it('worked where a lookup ran, negative results included, and can be confirmed then', async () => {
    assert.deepEqual(
      await learned([
        ['OK', 5],
        ['NO_RECORD_FOUND', 7],
        ['INVALID_INPUT', 3],
      ]),
      {
        ...{ tone: 'worked', text: 'worked for 12 inputs', canConfirm: true },
      },
    );
  });

  it('was rejected where nothing else came of it, and is no field to confirm', async () => {
    const rejected = { tone: 'rejected', canConfirm: false };
    assert.deepEqual(await learned([['INVALID_INPUT', 3]]), { ...rejected, text: 'rejected 3 times' });
    assert.deepEqual(await learned([['INVALID_INPUT', 1]]), { ...rejected, text: 'rejected once' });
    assert.equal(
      await learned([
        ['INVALID_API_KEY', 4],
        ['RATE_LIMITED', 2],
      ]),
      undefined,
    );
  });

  it('that worked in the sandbox or elsewhere is no reason to confirm it here, or to call it assumed no more', async () => {
    assert.equal(await learned([['OK', 5, embeddedPlace]]), undefined);
    assert.deepEqual(await learned([['OK', 5, embeddedPlace]], sandboxEnvironment), {
      ...{ tone: 'simulated', text: 'worked for 5 inputs, simulated', canConfirm: false },
    });
  });

  it('that worked in the sandbox alone is not confirmed by a page that shows another environment yet', async () => {
    const { confirmField } = await import('../../../../src/ui/panels/formLearned.ts');
    const sent = shape({ side: 'request', place: embeddedPlace, paths: [path('rc_number', 9)], inputs: 9 });
    const services = servicesWith(new Learned([sent]));
    await assert.rejects(
      confirmField(services, rc, { environment: sandboxEnvironment }, 'rc_number'),
      /was not confirmed/,
    );
  });

  it('that the user confirmed stands in the settings as stated, the others as they were', async () => {
    const { confirmField } = await import('../../../../src/ui/panels/formLearned.ts');
    const pan = operationById('aadhaar-pan-link');
    const both = [path('aadhaar_number', 9), path('pan_number', 9), path('consent', 9)];
    const sent = shape({ operation: 'aadhaar-pan-link', side: 'request', paths: both, inputs: 9 });
    const services = servicesWith(new Learned([sent]));
    const where = { environment: live };
    await confirmField(services, pan, where, 'pan_number');
    const saved = (): unknown => {
      const [all] = Object.values(told.settings) as Record<string, readonly Record<string, unknown>[]>[];
      return all?.['aadhaar-pan-link']?.map(({ name, type, confirmed }) => [name, type, confirmed]);
    };
    const [number, pan1] = [
      ['aadhaar_number', 'string', false],
      ['pan_number', 'string', true],
    ];
    assert.deepEqual(saved(), [number, pan1]);
    assert.deepEqual(told.shown.at(-1), [
      'pan_number is confirmed in your settings. Edit Request Fields… changes it.',
      8000,
    ]);
    // What was sent as JSON and worked becomes a field of the form.
    const { learnedFields } = await import('../../../../src/ui/panels/formLearned.ts');
    assert.deepEqual((await learnedFields(services, pan, where)).besides, ['consent']);
    await confirmField(services, pan, where, 'consent');
    assert.deepEqual(saved(), [number, pan1, ['consent', 'string', true]]);
    await assert.rejects(
      confirmField(services, pan, where, 'gone'),
      /the field gone, so it was not confirmed/,
    );
    assert.deepEqual((await learnedFields(services, pan, { environment: sandboxEnvironment })).besides, []);
  });
});
