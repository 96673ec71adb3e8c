import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { orderId } from '../../src/calls/ports/ids.ts';
import { settingIds } from '../../src/contributions.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { aSettlement } from '../unit/ledger/aLedger.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { DismissingWindow } from './dismissing.ts';
import { allOrders } from './erasing.ts';
import { everyCommand, type Ran, run } from './everyCommand.ts';
import { theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';
import { kinds, ownWords } from './hostileArguments.ts';
import { closeEverything, revertSettings, setting, settingsLeftAlone } from './userData.ts';

let services: Services;
let service: Sandbox;
let live: Environment;
let dismissing: DismissingWindow;
const order = 'hostile-order';
const unhandled: string[] = [];
const note = (error: unknown): void => {
  unhandled.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
};

/** All that a command may not change by itself. */
async function everything(): Promise<string> {
  const ledger = await services.ledger();
  const orders = await allOrders(services);
  const configuration = vscode.workspace.getConfiguration();
  const settings = Object.values(settingIds).map((id) => [id, configuration.inspect(id)?.globalValue]);
  return JSON.stringify([
    orders,
    await ledger.erasures(),
    await ledger.readNote(orderId(order)),
    settings,
    services.environments.current(),
    await services.keys.kept(live),
  ]);
}

/** A fault of the program, where somebody handed in nonsense; what it is called with may start its sentence. */
function isFault(said: string): boolean {
  if (said.includes(ownWords)) return false;
  return (
    /^HANGS|Error:|is not a function|is not iterable|not defined|Cannot |\[object|circular|BigInt/.test(
      said,
    ) || !/[.!?…:]$/.test(said.trim())
  );
}

/** One kind in so many for each command, the next command another one; `HOSTILE=all`: every command with every kind. */
const oneIn = process.env.HOSTILE === 'all' ? 1 : 6;

async function callWithKinds(
  command: string,
  turn: number,
): Promise<readonly (Ran & { readonly kind: string })[]> {
  const ran: (Ran & { readonly kind: string })[] = [];
  for (const [index, [kind, make]] of [...kinds].entries()) {
    if (index % oneIn === turn % oneIn) ran.push({ ...(await run(command, ...make(order))), kind });
  }
  return ran;
}

describe('every command, called by another extension with every kind of argument', () => {
  before(async () => {
    services = (await theExtension()).services;
    let ids = 0;
    service = await startSandbox({ now: Date.now, newId: () => `hostile-${++ids}` });
    live = { name: 'host-hostile', baseUrl: service.url, kind: 'live' };
    await services.environments.add(live);
    assert.equal(await services.keys.store(live, 'sandbox-key-unlimited'), 'kept');
    await services.environments.choose(live);
    const ledger = await services.ledger();
    await ledger.begin(aSandboxOrder(order, { environment: live.name }));
    await ledger.settle(orderId(order), aSettlement());
    await ledger.note(orderId(order), 'a note that stays', Date.now());
    dismissing = new DismissingWindow();
    process.on('unhandledRejection', note);
  });

  after(async () => {
    process.off('unhandledRejection', note);
    dismissing.dispose();
    await settingsLeftAlone();
    await closeEverything();
    await setting(() => services.environments.choose(sandboxEnvironment));
    await setting(() => services.keys.remove(live));
    await setting(() => services.environments.remove(live));
    await (await services.ledger()).erase([orderId(order)]);
    await service.close();
  });

  it('sends nothing, changes nothing, and says nothing or one sentence', async () => {
    const was = await everything();
    const wrong: string[] = [];
    for (const [turn, command] of everyCommand().entries()) {
      for (const ran of await callWithKinds(command, turn)) {
        if (ran.said !== null && isFault(ran.said))
          wrong.push(`${command}, ${ran.kind}: ${ran.said.slice(0, 200)}`);
      }
      await revertSettings();
      await closeEverything();
      if ((await everything()) !== was) {
        wrong.push(`${command}: changed ${await everything()}\nfrom ${was}`);
        break;
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(service.books().entries, [], 'calls that left');
    assert.deepEqual(unhandled, []);
    assert.ok(dismissing.asked.length > 100 / oneIn, 'questions were asked');
    // A minute and a half by itself; beside all other suites on two slow cores four times that.
  }, 600_000);
});
