import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

/*
 * Ctrl+Enter in the editor of a form's body. What is typed there is saved into the form by way of VS Code, which takes as long as the way to the
 * window and back; a key pressed right after the last letter is quicker. README: "What is on the screen is sent."
 */

const told = await standInForVscode();
const vscode = await import('vscode');
const never = () => ({ dispose: () => undefined });
const open: unknown[] = [];
Object.assign(vscode.workspace, {
  onDidCloseTextDocument: never,
  onDidChangeTextDocument: never,
  textDocuments: open,
});
const { BodyEditors } = await import('../../../../src/ui/requests/bodyEditors.ts');
const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
const { emptyInJson } = await import('../../../../src/contract/emptyFields.ts');
const { operationById } = await import('../../../../src/contract/operations.ts');
const { pageId } = await import('../../../../src/calls/ports/ids.ts');

const page = pageId('11111111-2222-4333-8444-555555555555');
const half = '{"rc_number":"XX00AB000"}';
const whole = '{"rc_number":"XX00AB0001"}';

/** What leaves where the form holds one text and its editor shows another. */
async function sent(shown: string, isDirty: boolean, most = 100, then = shown): Promise<string[]> {
  const left: string[] = [];
  let reads = 0;
  let held = half;
  const form = {
    body: () => held,
    fits: (text: string) => text.length <= most,
    empty: (text: string) => emptyInJson(operationById('rc-advanced'), text),
    edited: async (text: string) => {
      held = text;
    },
    send: async (shown = held) => left.push(shown) > 0,
  };
  const services = { log: { warn: () => undefined }, now: () => 1, onDidChangeFields: never };
  const editors = new BodyEditors(services as never, async () => form);
  open.splice(0, open.length, {
    uri: bodyUri(page, 'rc-advanced'),
    isDirty,
    getText: () => (reads++ === 0 ? shown : then),
  });
  await editors.send(page);
  return left;
}

test('what stands in the editor leaves, also where the last letter is not saved into its form yet', async () => {
  assert.deepEqual(await sent(whole, true), [whole]);
});

test('what is saved is the form’s: an editor may not have followed it yet', async () => {
  assert.deepEqual(await sent(whole, false), [half]);
});

test('a text that the form cannot hold does not leave, nor does what the form held before', async () => {
  await assert.rejects(sent(whole, true, whole.length - 1), /characters/);
  assert.deepEqual(told.shown, []);
});

test('a required field that is empty leaves only where its writer, once told, says so, as from the form', async () => {
  const words = 'Nothing was sent: rc_number is empty, and is required.';
  assert.deepEqual(await sent('{"rc_number":""}', true), []);
  assert.deepEqual(told.shown.splice(0), [[words, 'Send Anyway']]);
  told.answers.push('Send Anyway');
  assert.deepEqual(await sent('{"rc_number":""}', true), ['{"rc_number":""}']);
  // What was typed meanwhile is on the screen.
  told.answers.push('Send Anyway');
  assert.deepEqual(await sent('{"rc_number":""}', true, 100, whole), [whole]);
  assert.equal(told.shown.splice(0).length, 2);
});
