import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { identityOf, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { commandIds } from '../../../../src/contributions.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { answer } = await import('../../calls/batch/aRun.ts');
const { tellOutcome } = await import('../../../../src/ui/sending/tellOutcome.ts');

/** What is shown of a lookup that came to this, whose user presses this. */
async function shownOf(t: TestContext, came: Exchange, press?: string, chosen?: string): Promise<unknown[]> {
  const world = await aWorld(t);
  if (chosen !== undefined) world.chosen = chosen;
  world.answers = [plain];
  world.serviceAnswers = () => came;
  const done = await world.send();
  assert.ok(done.kind === 'settled');
  told.shown.splice(0);
  told.answers.splice(0, Infinity, ...(press === undefined ? [] : [press]));
  await tellOutcome(operationById('rc-advanced'), done, true, world.now);
  await turn();
  return told.shown;
}

const timing = { connectedMs: null, firstByteMs: null, totalMs: 3 };
const what = { text: 'No server of the name {0} was found.', args: ['api.example.invalid'] };
const unsent = { kind: 'failed', sent: 'no', code: 'dns', what, cause: 'ENOTFOUND', head: null } as const;

test('a lookup that was not sent says why', async (t) => {
  const shown = await shownOf(t, { ...unsent, partialBody: null, timing });
  const words = 'XX••••••01 · Not sent · free · No server of the name api.example.invalid was found.';
  assert.deepEqual(shown, [[words, 'Open', 'Copy…']]);
});

test('a lookup whose key is missing or was refused offers to set one, for the environment it went to', async (t) => {
  for (const [code, words] of [
    ['MISSING_API_KEY', 'API key is missing'],
    ['INVALID_API_KEY', 'API key was refused'],
  ] as const) {
    const shown = await shownOf(t, answer(code, 401, false), 'Set API Key…');
    assert.deepEqual(shown, [
      [`XX••••••01 · ${words} · free`, 'Set API Key…', 'Open', 'Copy…'],
      [commandIds.setApiKey, 'acme-prod'],
    ]);
  }
});

test('no key is offered to be set where none helps, or where the sandbox has its own', async (t) => {
  const low = await shownOf(t, answer('INSUFFICIENT_BALANCE', 402, false));
  assert.deepEqual(low, [['XX••••••01 · Wallet balance is too low · free', 'Open', 'Copy…']]);
  const sandbox = identityOf(sandboxEnvironment);
  const own = await shownOf(t, answer('INVALID_API_KEY', 401, false), undefined, sandbox);
  assert.deepEqual(own, [['XX••••••01 · API key was refused · free (simulated)', 'Open', 'Copy…']]);
});
