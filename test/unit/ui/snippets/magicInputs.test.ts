import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { magicInputs } from '../../../../src/sandbox/magic.ts';
import * as snippets from '../../../../src/snippets/snippets.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { copyCallAs } = await import('../../../../src/ui/snippets/snippetCommands.ts');
const { magicViews } = await import('../../../../src/ui/panels/pageViews.ts');
const [first] = magicInputs;
const [rc] = operations;
assert.ok(first && rc);

const question = 'The request holds personal values';

const memory = new Map<string, unknown>();

/** Copies the body as cURL. @returns whether it was asked how much to mask */
async function asked(
  operation: (typeof operations)[number],
  body: string,
  embedded = true,
  again = false,
): Promise<boolean> {
  const destination = { baseUrl: 'http://127.0.0.1:1', sandbox: embedded ? { key: 'k' } : null };
  const services = {
    sending: { destination: async () => destination },
    sandbox: async () => ({ magic: magicInputs }),
    snippets: async () => snippets,
    environments: { current: () => ({ name: 'Sandbox', baseUrl: '', kind: 'sandbox' }) },
    ledger: async () => ({ learning: { shapes: async () => [] } }),
    memory: {
      get: (key: string) => memory.get(key),
      update: async (key: string, value: unknown) => void memory.set(key, value),
    },
    machine: '',
    local: true,
    log: { warn: () => undefined },
  };
  told.shown.length = 0;
  told.answers.splice(0, told.answers.length, 'cURL');
  await copyCallAs(services as never, operation, body, again);
  return JSON.stringify(told.shown).includes(question);
}

test('a magic input of the sandbox is nobody’s: it is copied without a question, as a form or a file writes it', async () => {
  for (const operation of operations) {
    for (const view of magicViews(operation, magicInputs)) {
      const bodies = [view.json, bodyFromFields(operation, view.fields)];
      for (const body of bodies) assert.equal(await asked(operation, body), false, body);
      assert.doesNotMatch(told.copied.at(-1) ?? '', /•/);
      assert.match(told.copied.at(-1) ?? '', /^# The sandbox accepts the key k\.$/m);
    }
  }
});

test('what was added to it, or goes elsewhere, is asked about', async () => {
  const body = first.body(rc.id);
  assert.equal(await asked(rc, JSON.stringify({ ...body, owner: 'XX00QQ9001' })), true);
  assert.equal(await asked(rc, JSON.stringify({ rc_number: 'XX00QQ9001' })), true);
  // The later of two keys alike would hide the earlier one.
  const doubled = `{"rc_number": "XX00QQ9001", ${JSON.stringify(body).slice(1)}`;
  assert.equal(await asked(rc, doubled), true);
  assert.equal(await asked(rc, JSON.stringify(body), false), true);
});

test('copied again as last time, it is masked if that was; that it was not asked about says nothing of others', async () => {
  const body = JSON.stringify(first.body(rc.id));
  const personal = JSON.stringify({ rc_number: 'XX00QQ9001' });
  memory.clear();
  await asked(rc, body);
  assert.equal(await asked(rc, personal, true, true), true, 'nobody said yet how much to mask');
  const last = [...memory.keys()];
  assert.equal(last.length, 1);
  memory.set(String(last[0]), { language: 'curl', name: 'cURL', masked: true });
  assert.equal(await asked(rc, body, true, true), false);
  assert.match(told.copied.at(-1) ?? '', /•/);
});
