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

/** Copies the body as cURL. @returns whether it was asked how much to mask */
async function asked(
  operation: (typeof operations)[number],
  body: string,
  embedded = true,
): Promise<boolean> {
  const destination = { baseUrl: 'http://127.0.0.1:1', sandbox: embedded ? { key: 'k' } : null };
  const services = {
    sending: { destination: async () => destination },
    sandbox: async () => ({ magic: magicInputs }),
    snippets: async () => snippets,
    environments: { current: () => ({ name: 'Sandbox', baseUrl: '', kind: 'sandbox' }) },
    ledger: async () => ({ learning: { shapes: async () => [] } }),
    memory: { get: () => undefined, update: async () => undefined },
    machine: '',
    local: true,
    log: { warn: () => undefined },
  };
  told.shown.length = 0;
  told.answers.splice(0, told.answers.length, 'cURL');
  await copyCallAs(services as never, operation, body);
  return JSON.stringify(told.shown).includes(question);
}

test('a magic input of the sandbox is nobody’s: it is copied without a question, as a form or a file writes it', async () => {
  for (const operation of operations) {
    for (const view of magicViews(operation, magicInputs)) {
      const bodies = [view.json, bodyFromFields(operation, view.fields)];
      for (const body of bodies) assert.equal(await asked(operation, body), false, body);
      assert.doesNotMatch(told.copied.at(-1) ?? '', /•/);
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
