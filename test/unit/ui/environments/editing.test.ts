import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Memento } from 'vscode';
import type { KeyState } from '../../../../src/calls/keys/key.ts';
import { commandIds, settingIds } from '../../../../src/contributions.ts';
import type { Services } from '../../../../src/ui/base/services.ts';
import { nothingSpent, someFacts, spend } from '../../calls/guard/facts.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';
import type { Press, Seen } from './pressing.ts';

const acme = { name: 'acme', id: 'a-1', baseUrl: 'https://api.example.in', kind: 'live' };
const other = { name: 'other', id: 'o-1', baseUrl: 'https://other.example.in', kind: 'live' };
const edits = [
  ...['Edit Base URL…', 'Set API Key…', 'Set Price…', 'Set Limits…', 'Set Budget…'],
  'Remove Environment…',
];
/** Left out, and left as it was written. */
const odd = { name: 'odd', kind: 'staging', baseUrl: 'x', why: 'not ours' };

describe('environments are edited without JSON', () => {
  let told: Told;
  let pressing: (...presses: readonly Press[]) => readonly Seen[];
  let services: Services;
  let keyState: KeyState = { kind: 'missing' };
  const removed: string[] = [];

  before(async () => {
    told = await standInForVscode();
    ({ pressing } = await import('./pressing.ts'));
  });

  const kept = (): unknown => told.settings[settingIds.environments];
  const said = (): readonly unknown[] => told.shown.flat();

  beforeEach(async () => {
    told.shown.length = 0;
    told.unwritable = '';
    told.settings[settingIds.environments] = structuredClone([odd, acme, other]);
    keyState = { kind: 'missing' };
    const { EnvironmentState } = await import('../../../../src/ui/base/start/environmentState.ts');
    const memory: Pick<Memento, 'get' | 'update'> = {
      get: <T>(_: string, otherwise?: T) => otherwise as T,
      update: async () => undefined,
    };
    const environments = new EnvironmentState(memory as Memento);
    const keys = {
      state: async () => keyState,
      remove: async ({ name }: { name: string }) => void removed.push(name),
    };
    const ledger = async () => ({ countUpTo: async () => 0, batches: { list: async () => [] } });
    services = { environments, keys, ledger, session: 'window', now: () => 0 } as unknown as Services;
    const [, chosen] = environments.all();
    assert.ok(chosen !== undefined);
    await environments.choose(chosen);
    told.shown.length = 0;
  });

  async function select(...presses: readonly Press[]): Promise<readonly Seen[]> {
    const { selectEnvironment } = await import('../../../../src/ui/environments/selectEnvironment.ts');
    const seen = pressing(...presses);
    await selectEnvironment(services);
    return seen;
  }

  it('lists each with its buttons, and the sandbox without', async () => {
    const [list] = await select();
    assert.deepEqual(list?.lines.slice(0, 3), [
      '$(beaker) Sandbox | simulated, nothing is billed',
      '$(warning) acme | live',
      '$(warning) other | live',
    ]);
    assert.deepEqual(list?.buttons, [[], ...Array(2).fill(edits), [], [], []]);
  });

  it('sets a budget from the button of its line, and is at the list again', async () => {
    const seen = await select(
      { button: 'Set Budget…', on: 'acme' },
      { pick: 'Calls today' },
      { type: ['1,000', 'ten', '100'] },
    );
    assert.deepEqual(kept(), [odd, { ...acme, budget: { day: { calls: 100 } } }, other]);
    const [, budget, box, again] = seen;
    assert.equal(budget?.title, 'Budget of acme');
    assert.equal(budget?.lines[1], 'Calls today | no limit');
    assert.match(box?.remarks[0] ?? '', /whole number.*digits alone/);
    assert.equal(box?.remarks.length, 3);
    assert.equal(again?.title, 'Environment for This Window');
    assert.ok(said().includes('Saved for acme. Calls today: 100.'));
  });

  it('keeps what another window wrote while a box stood open', async () => {
    const meanwhile = (): void => {
      // A price of this one, another name, and one more environment.
      told.settings[settingIds.environments] = [
        { ...other, name: 'third', id: 't-1' },
        { ...acme, name: 'ACME two', prices: { 'rc-advanced': '4' }, comment: 'kept' },
      ];
    };
    const { setBudget } = await import('../../../../src/ui/environments/moneyCommands.ts');
    pressing({ pick: 'Calls today' }, { type: ['7'], meanwhile });
    await setBudget(services, 'acme');
    assert.deepEqual(kept(), [
      { ...other, name: 'third', id: 't-1' },
      {
        ...acme,
        name: 'ACME two',
        prices: { 'rc-advanced': '4' },
        comment: 'kept',
        budget: { day: { calls: 7 } },
      },
    ]);
  });

  it('writes one after the other what one window edits at once', async () => {
    const { writeEdit } = await import('../../../../src/ui/environments/askAndWrite.ts');
    const { withPrice, withBudgetLimit } = await import('../../../../src/calls/environments/editing.ts');
    const environment = services.environments.find('acme');
    assert.ok(environment !== undefined);
    await Promise.all([
      writeEdit(services, environment, withPrice('rc-advanced', '1')),
      services.environments.add({ name: 'new', baseUrl: 'https://new.example.in', kind: 'live' }),
      writeEdit(services, environment, withBudgetLimit('day', { money: '5' })),
      services.environments.remove({ ...other, kind: 'live' }),
    ]);
    assert.deepEqual(kept(), [
      odd,
      { ...acme, prices: { 'rc-advanced': '1' }, budget: { day: { money: '5' } } },
      { name: 'new', baseUrl: 'https://new.example.in', kind: 'live' },
    ]);
  });

  it('keeps what was typed where it cannot be written, says why, and writes it at the second Enter', async () => {
    told.unwritable = 'Unable to write into user settings.';
    const { setPrice } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const meanwhile = (): void => {
      told.unwritable = '';
    };
    const seen = pressing({ type: ['4.5'] }, { type: ['4.5'], meanwhile });
    await setPrice(services, 'rc-advanced', undefined);
    assert.equal(seen[1]?.value, '4.5');
    assert.match(
      seen[1]?.opening ?? '',
      /Not saved: Unable to write into user settings\. Press Enter to try again\./,
    );
    assert.deepEqual(kept(), [odd, { ...acme, prices: { 'rc-advanced': '4.5' } }, other]);
  });

  it('says so where the environment is gone when its value is entered, and brings nothing back', async () => {
    const { setPrice } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const seen = pressing({ type: ['4.5'] }, 'escape');
    const setting = setPrice(services, 'rc-advanced', undefined);
    told.settings[settingIds.environments] = [other];
    await setting;
    assert.equal(seen.length, 2);
    assert.deepEqual(kept(), [other]);
  });

  it('takes a price of the operation that it was asked for, of the one parser, and none where the box is emptied', async () => {
    const { setPrice } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const [box] = pressing({ type: ['-4', '4,5', '0'] });
    await setPrice(services, 'email-bulk', 'other');
    assert.deepEqual(kept(), [odd, acme, { ...other, prices: { 'email-bulk': '0' } }]);
    assert.equal(box, undefined);
    pressing({ type: [''] });
    await setPrice(services, 'email-bulk', 'other');
    assert.deepEqual(kept(), [odd, acme, other]);
    // Neither an operation nor an environment: both are asked for, of the chosen one.
    const [list] = [pressing('escape')];
    await setPrice(services, { id: 'rc-advanced' }, 7);
    assert.equal(list[0]?.title, 'Prices of acme');
    assert.equal(list[0]?.lines[0], 'RC Details Advanced | No price set');
  });

  it('starts at the limit that stopped a call', async () => {
    const { setBudget } = await import('../../../../src/ui/environments/moneyCommands.ts');
    for (const [limit, label] of [
      ['session:calls', 'Calls this session'],
      ['month:calls', 'Calls this month'],
      ['day:money', 'Rupees today'],
      ['year:money', ''],
      [undefined, ''],
    ]) {
      const seen = pressing('escape');
      await setBudget(services, 'acme', limit);
      assert.equal(seen[0]?.active, label);
    }
  });

  it('mends a budget that cannot be read, and takes it out when that is meant', async () => {
    told.settings[settingIds.environments] = [{ ...acme, budget: { day: { calls: 'ten' } } }];
    const { setBudget } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const seen = pressing({ pick: 'Calls today' }, { type: ['10'] });
    await setBudget(services, 'acme');
    assert.match(seen[0]?.placeholder ?? '', /cannot be read.*not a whole number/);
    assert.deepEqual(kept(), [{ ...acme, budget: { day: { calls: 10 } } }]);
    pressing({ pick: 'Remove budget' }, 'escape');
    await setBudget(services, 'acme');
    assert.deepEqual(kept(), [{ ...acme, budget: { day: { calls: 10 } } }]);
    told.answers.push('Remove');
    pressing({ pick: 'Remove budget' });
    await setBudget(services, 'acme');
    assert.deepEqual(kept(), [acme]);
  });

  it('says of a budget that cannot be read neither a limit nor none, and replaces it by no line of it', async () => {
    const broken = { ...acme, budget: 500 };
    told.settings[settingIds.environments] = [broken];
    const { setBudget } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const seen = pressing({ pick: 'Calls today' }, { type: [''] }, 'escape');
    await setBudget(services, 'acme');
    const words = seen[0]?.lines.slice(0, 7).map((line) => line.split(' | ')[1]);
    assert.deepEqual(words, Array(7).fill('cannot be read'));
    assert.match(seen[2]?.opening ?? '', /^Not saved: The budget cannot be read: It is not an object/);
    assert.deepEqual(kept(), [broken]);
  });

  it('says where a budget in rupees is set how many calls of that time it cannot count', async () => {
    const { setBudget } = await import('../../../../src/ui/environments/moneyCommands.ts');
    const spent = { session: nothingSpent, day: spend(6, null), month: spend(9, '4.50') };
    const guard = async () => someFacts({ spent });
    const ledger = async () => ({ guard, keyHash: async () => '' });
    const words = 'Calls so far that left without a price, and are not counted: 6.';
    for (const [line, isSaid] of [
      ...[['Rupees today', true] as const, ['Rupees this session', false] as const],
      ...[['Rupees this month', false] as const],
    ]) {
      const seen = pressing({ pick: line }, 'escape');
      await setBudget({ ...services, ledger } as unknown as Services, 'acme');
      assert.equal(seen[1]?.prompt.includes(words), isSaid, line);
    }
  });

  it('says of a limit that is left empty what is documented, where anything is', async () => {
    for (const [line, empty] of [
      ['RC Details Advanced, per minute', /Empty = not set; its size is not documented\.$/],
      ['Aadhaar PAN Link Check, per 24 hours', /Empty = as documented\.$/],
    ] as const) {
      const way = ['Edit environment…', 'other', 'Set Limits…', line];
      const seen = await select(...way.map((pick) => ({ pick })), 'escape');
      assert.match(seen[4]?.prompt ?? '', empty);
    }
  });

  it('sets limits, and leads by names where the buttons are but pictures', async () => {
    const seen = await select(
      { pick: 'Edit environment…' },
      { pick: 'other' },
      { pick: 'Set Limits…' },
      { pick: 'RC Details Advanced, per minute' },
      { type: ['0', '20'] },
    );
    assert.deepEqual(kept(), [odd, acme, { ...other, limits: { 'rc-advanced': { perMinute: 20 } } }]);
    assert.deepEqual(
      seen.map(({ title }) => title),
      [
        ...['Environment for This Window', 'Edit Environment', 'Edit other', 'Limits of other'],
        ...['other · RC Details Advanced, per minute', 'Environment for This Window'],
      ],
    );
  });

  it('goes back step by step, and ends at Escape', async () => {
    const seen = await select(
      ...[{ button: 'Set Price…', on: 'acme' } as const, { pick: 'Credit' } as const],
      ...(['back', 'back', 'escape'] as const),
    );
    assert.deepEqual(
      seen.map(({ title }) => title.replace(/ · .*/, ' · …')),
      [
        'Environment for This Window',
        'Prices of acme',
        'acme · …',
        'Prices of acme',
        'Environment for This Window',
      ],
    );
    assert.deepEqual(kept(), [odd, acme, other]);
  });

  it('edits an address: says what moves, mends what doubles the version, and offers the key to be entered anew', async () => {
    keyState = { kind: 'other-origin', origin: acme.baseUrl };
    told.answers.push('Set API Key…');
    const seen = await select(
      { button: 'Edit Base URL…', on: 'acme' },
      { type: ['http://api.example.in', 'https://new.example.in/api/v1'] },
      { type: ['https://new.example.in'] },
    );
    assert.match(
      seen[2]?.opening ?? '',
      /was removed.*key entered for https:\/\/api\.example\.in is not sent to/,
    );
    assert.equal(seen[1]?.value, acme.baseUrl);
    assert.match(seen[1]?.remarks[0] ?? '', /in the clear/);
    assert.equal(seen[2]?.value, 'https://new.example.in');
    assert.deepEqual(kept(), [odd, { ...acme, baseUrl: 'https://new.example.in' }, other]);
    await pause(0);
    const sentences = said();
    assert.ok(
      sentences.includes(
        'The key of acme was entered for https://api.example.in and is not sent to https://new.example.in.',
      ),
    );
    assert.deepEqual(told.shown.at(-1), [commandIds.setApiKey, 'acme']);
  });

  it('removes from the line only what its user said', async () => {
    await select({ button: 'Remove Environment…', on: 'other' }, 'escape');
    assert.deepEqual(kept(), [odd, acme, other]);
    assert.deepEqual(removed, []);
    told.answers.push('Remove');
    const seen = await select({ button: 'Remove Environment…', on: 'other' }, 'escape');
    assert.deepEqual(removed, ['other']);
    assert.deepEqual(kept(), [odd, acme]);
    assert.equal(seen[1]?.lines.length, 5);
  });

  it('tells each problem of the setting once, with the way to it', async () => {
    const { SettingProblems } = await import('../../../../src/ui/base/start/settingProblems.ts');
    const problems = new SettingProblems('verificationExplorer.environments');
    problems.tell(['a', 'b']);
    problems.tell(['b']);
    problems.tell(['b', 'c']);
    problems.tell([]);
    told.answers.push('Open Settings');
    problems.tell(['1', '2', '3', '4']);
    await pause(0);
    assert.deepEqual(told.shown, [
      ['a b', 'Open Settings'],
      ['c', 'Open Settings'],
      ['1 2 3 …', 'Open Settings'],
      [
        'workbench.action.openApplicationSettingsJson',
        { revealSetting: { key: 'verificationExplorer.environments', edit: false } },
      ],
    ]);
  });
});
