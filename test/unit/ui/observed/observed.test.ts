import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { embeddedPlace } from '../../../../src/calls/ports/guardPorts.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';
import {
  dayMs,
  Learned,
  live,
  livePlace,
  now,
  servicesWith,
  shape,
  test as testEnvironment,
  timed,
} from './learned.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
}

let told: Told;
let vscode: typeof import('vscode');
/** Labels that are picked, one for each list that is shown. */
const picks: string[] = [];
const offered: (readonly Item[])[] = [];
const titles: string[] = [];
const opened: unknown[] = [];

describe('what was learned', () => {
  let ObservedShapes: typeof import('../../../../src/ui/observed/observed.ts').ObservedShapes;
  before(async () => {
    told = await standInForVscode();
    vscode = await import('vscode');
    const window = vscode.window as unknown as Record<string, unknown>;
    window.showQuickPick = async (items: readonly Item[], { title }: { readonly title: string }) => {
      titles.push(title);
      offered.push(items);
      const wanted = picks.shift();
      return items.find(({ label }) => label === wanted);
    };
    window.showTextDocument = async (document: unknown) => opened.push(document);
    window.withProgress = (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
      work({ report: () => undefined }, { isCancellationRequested: false });
    const workspace = vscode.workspace as unknown as Record<string, unknown>;
    workspace.openTextDocument = async (given: unknown) => given;
    ({ ObservedShapes } = await import('../../../../src/ui/observed/observed.ts'));
  });
  beforeEach(() => {
    for (const list of [told.shown, told.answers, picks, titles, offered, opened]) list.length = 0;
  });

  const query = (uri: unknown): unknown => JSON.parse((uri as { query: string }).query);
  const row = (code: string) => ({ kind: 'code', operation: { id: 'rc-advanced' }, code });

  it('is told by code with its inputs, answers and what led to them together, of the chosen service alone', async () => {
    const learning = new Learned([
      shape({ inputs: 3 }),
      shape({ side: 'request', inputs: 4 }),
      shape({ code: 'NO_RECORD_FOUND', inputs: 30 }),
      shape({ place: embeddedPlace, inputs: 99 }),
    ]);
    const rows = await new ObservedShapes(servicesWith(learning)).rows();
    assert.deepEqual(
      rows.map(({ operation, label, description }) => [operation.id, label, description]),
      [['rc-advanced', 'Observed', 'acme']],
    );
    assert.deepEqual(
      rows[0]?.rows.map(({ label, description, context, code }) => [label, description, context, code]),
      [
        ['NO_RECORD_FOUND', '30 inputs', 'observedCode', 'NO_RECORD_FOUND'],
        ['OK', '4 inputs', 'observedCode', 'OK'],
      ],
    );
  });

  it('opens for a row at once, and asks among all places without one', async () => {
    const learning = new Learned([shape({}), shape({ place: embeddedPlace, code: 'ACCEPTED' })]);
    const observed = new ObservedShapes(servicesWith(learning));
    await observed.run('openObserved', row('OK'));
    assert.equal(offered.length, 0);
    const address = { operation: 'rc-advanced', place: livePlace, code: 'OK', asOf: null, counts: true };
    assert.deepEqual(query(opened[0]), address);
    picks.push('ACCEPTED');
    await observed.run('openObserved', undefined);
    assert.deepEqual(
      offered[0]?.map(({ label, description }) => [label, description]),
      [
        ['acme', undefined],
        ['OK', 'RC Details Advanced · 12 inputs'],
        ['Sandbox', undefined],
        ['ACCEPTED', 'RC Details Advanced · 12 inputs'],
      ],
    );
    assert.deepEqual(query(opened[1]), { ...address, place: embeddedPlace, code: 'ACCEPTED' });
  });

  it('says that nothing was learned where that is so, and refuses what is no operation', async () => {
    const observed = new ObservedShapes(servicesWith(new Learned([])));
    for (const command of ['openObserved', 'compareObserved', 'exportObserved', 'forgetLearned'] as const) {
      told.shown.length = 0;
      await observed.run(command, undefined);
      assert.match(String(told.shown[0]), /^Nothing was learned yet\./, command);
    }
    for (const command of ['openObserved', 'exportObserved', 'forgetLearned'] as const)
      await assert.rejects(observed.run(command, 'elsewhere'), /is not an operation/, command);
  });

  it('stands in a document with what is known beside it; a diff has shapes alone', async () => {
    const learning = new Learned([shape({}), shape({ side: 'request' }), shape({ code: 'ACCEPTED' })]);
    const observed = new ObservedShapes(servicesWith(learning));
    await observed.run('openObserved', row('OK'));
    const text = JSON.parse(await observed.text(opened[0] as never));
    assert.deepEqual(text, {
      operation: 'rc-advanced',
      codes: [
        ['OK', livePlace],
        ['OK', livePlace],
      ],
      place: 'acme',
      code: 'OK',
      asOf: null,
      counts: true,
      beside: { durations: { least: 10, median: 20, most: 30 }, price: null },
    });
    const plain = vscode.Uri.from({
      scheme: 'x',
      query: JSON.stringify({
        operation: 'rc-advanced',
        place: livePlace,
        code: 'OK',
        asOf: now,
        counts: false,
      }),
    });
    assert.deepEqual(JSON.parse(await observed.text(plain)).beside, {});
    assert.match(
      await observed.text(vscode.Uri.from({ scheme: 'x', query: '{"operation":"x"}' })),
      /another version/,
    );
  });

  it('is compared with another code, another environment and another time, the earlier one left', async () => {
    const known = [
      shape({ since: now - 10 * dayMs }),
      shape({ code: 'ACCEPTED' }),
      shape({ place: 'https://test.example.invalid' }),
      shape({ operation: 'credit-report' }),
    ];
    const observed = new ObservedShapes(servicesWith(new Learned(known)));
    const compare = async (choice: string): Promise<readonly unknown[]> => {
      told.shown.length = 0;
      picks.push(choice);
      await observed.run('compareObserved', row('OK'));
      return told.shown[0] as readonly unknown[];
    };
    const [command, left, right, title] = await compare('ACCEPTED');
    assert.deepEqual(
      offered[0]?.map(({ label }) => label),
      [
        ...['Another code', 'ACCEPTED', 'Another environment', testEnvironment.name],
        // Nothing was known a month ago.
        ...['Another time', 'As known a day ago', 'As known a week ago'],
      ],
    );
    assert.equal(command, 'vscode.diff');
    assert.equal(title, 'OK ↔ ACCEPTED · RC Details Advanced');
    const address = { operation: 'rc-advanced', place: livePlace, code: 'OK', asOf: null, counts: false };
    assert.deepEqual([query(left), query(right)], [address, { ...address, code: 'ACCEPTED' }]);
    const [, , there, places] = await compare(testEnvironment.name);
    assert.deepEqual(query(there), { ...address, place: 'https://test.example.invalid' });
    assert.equal(places, 'acme ↔ acme-test · RC Details Advanced');
    const [, before, today] = await compare('As known a week ago');
    assert.deepEqual([query(before), query(today)], [{ ...address, asOf: now - 7 * dayMs }, address]);
  });

  it('says so where there is nothing to compare with', async () => {
    const observed = new ObservedShapes(servicesWith(new Learned([shape({ since: now })])));
    await observed.run('compareObserved', row('OK'));
    assert.match(
      String(told.shown[0]),
      /Nothing else has been learned about RC Details Advanced to compare OK with yet/,
    );
  });

  it('is exported of one place: OpenAPI of all operations, the others of those that are known or asked for', async () => {
    const learning = new Learned([
      shape({}),
      shape({ operation: 'credit-report' }),
      shape({ place: embeddedPlace }),
    ]);
    const observed = new ObservedShapes(servicesWith(learning));
    const exported = async (format: string, argument?: unknown): Promise<unknown> => {
      opened.length = 0;
      picks.push(format, 'Open in an editor');
      await observed.run('exportObserved', argument);
      const { content, ...more } = opened[0] as { readonly content: string };
      return { ...JSON.parse(content), ...more };
    };
    assert.deepEqual(await exported('OpenAPI 3.1'), {
      format: 'openapi',
      operations: ['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk'],
      shapes: 2,
      baseUrl: livePlace,
      simulated: false,
      language: 'json',
    });
    assert.deepEqual(await exported('TypeScript'), {
      ...{ format: 'typescript', operations: ['rc-advanced', 'credit-report'], shapes: 2 },
      ...{ baseUrl: livePlace, simulated: false, language: 'typescript' },
    });
    assert.deepEqual(await exported('TypeScript', { operation: { id: 'credit-report' } }), {
      ...{ format: 'typescript', operations: ['credit-report'], shapes: 1 },
      ...{ baseUrl: livePlace, simulated: false, language: 'typescript' },
    });
  });

  it('names the base URL with its path, which is where its calls go', async () => {
    const gateway = { ...live, baseUrl: `${livePlace}/gateway/uat` };
    const observed = new ObservedShapes(servicesWith(new Learned([shape({})]), gateway));
    picks.push('OpenAPI 3.1', 'Open in an editor');
    opened.length = 0;
    await observed.run('exportObserved', undefined);
    assert.equal(JSON.parse((opened[0] as { content: string }).content).baseUrl, gateway.baseUrl);
  });

  it('names the operation in the questions of a row, a code’s too: all its codes are exported', async () => {
    const observed = new ObservedShapes(servicesWith(new Learned([shape({})])));
    picks.push('TypeScript', 'Open in an editor');
    await observed.run('exportObserved', { operation: { id: 'rc-advanced' }, code: 'OK' });
    assert.deepEqual(new Set(titles), new Set(['Export Observed Shapes: RC Details Advanced']));
  });

  it('of the sandbox names no address, for its port is another one each time, and says whose it is', async () => {
    const observed = new ObservedShapes(servicesWith(new Learned([shape({ place: embeddedPlace })])));
    picks.push('OpenAPI 3.1', 'Open in an editor');
    await observed.run('exportObserved', undefined);
    const { baseUrl, simulated } = JSON.parse((opened[0] as { content: string }).content);
    assert.deepEqual({ baseUrl, simulated }, { baseUrl: null, simulated: true });
  });

  it('of a sandbox that is in the settings no more still says whose it is', async () => {
    const place = 'http://127.0.0.1:4010';
    const left = { environment: 'local', identity: 'name:local', origin: place } as const;
    const taughtBy = async (kind: 'sandbox' | 'live'): Promise<unknown> => {
      const learning = new Learned([shape({ place })]);
      const observed = new ObservedShapes(servicesWith(learning, live, [timed(10, { ...left, kind })]));
      picks.push('OpenAPI 3.1', 'Open in an editor');
      opened.length = 0;
      await observed.run('exportObserved', undefined);
      return JSON.parse((opened[0] as { content: string }).content).simulated;
    };
    assert.deepEqual([await taughtBy('sandbox'), await taughtBy('live')], [true, false]);
  });

  it('took as long as the answers of that service, whatever its environment was called', async () => {
    const orders = [
      timed(40),
      // The same one, spelt as it was then.
      timed(60, { environment: 'ACME' }),
      // Another service, whose environment had this name before.
      timed(9000, { identity: 'id:other', origin: 'https://other.example.invalid' }),
      // This environment, before it led here.
      timed(8000, { origin: 'https://before.example.invalid' }),
    ];
    const observed = new ObservedShapes(servicesWith(new Learned([shape({})]), live, orders));
    opened.length = 0;
    await observed.run('openObserved', row('OK'));
    const { beside } = JSON.parse(await observed.text(opened[0] as never));
    assert.deepEqual(beside.durations, { least: 40, median: 60, most: 60 });
  });

  it('is learned from the history, and says from how many orders', async () => {
    const learning = new Learned([]);
    const observed = new ObservedShapes(servicesWith(learning));
    await observed.run('learnFromHistory', undefined);
    assert.deepEqual(told.shown, [['Everything in the order history has already been learned.']]);
    told.shown.length = 0;
    learning.old = { looked: 0, of: 9, learned: 0 };
    await observed.run('learnFromHistory', undefined);
    assert.deepEqual(told.shown, [['Learned from 5 of 9 orders.']]);
  });

  it('given up half-way says what is left', async () => {
    const window = vscode.window as unknown as Record<string, unknown>;
    const kept = window.withProgress;
    let asked = 0;
    const token = {
      get isCancellationRequested() {
        asked += 1;
        return asked > 4;
      },
    };
    window.withProgress = (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
      work({ report: () => undefined }, token);
    const learning = new Learned([]);
    learning.old = { looked: 0, of: 9, learned: 0 };
    await new ObservedShapes(servicesWith(learning)).run('learnFromHistory', undefined);
    window.withProgress = kept;
    assert.deepEqual(told.shown, [
      ['Learned from 2 of 4 orders. Not looked at yet: 5. Run the command again to go on.'],
    ]);
  });

  it('is forgotten by operation, after a modal question alone', async () => {
    const learning = new Learned([shape({})]);
    const observed = new ObservedShapes(servicesWith(learning, live));
    picks.push('RC Details Advanced');
    await observed.run('forgetLearned', undefined);
    assert.deepEqual(learning.forgotten, []);
    const [question, how] = told.shown[0] as readonly [string, { readonly modal: boolean }];
    assert.deepEqual([question, how.modal], ['Forget what was learned of RC Details Advanced?', true]);
    told.answers.push('Forget');
    await observed.run('forgetLearned', { kind: 'observed', operation: { id: 'rc-advanced' } });
    assert.deepEqual(learning.forgotten, ['rc-advanced']);
  });
});
