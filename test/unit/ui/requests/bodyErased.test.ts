import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { formWithEditor } from './aFormWithEditor.ts';

/* Ctrl+Enter in the editor of a form’s body: a way of sending like Send in the form. */

const { plain } = await import('../../calls/sending/aSending.ts');
const { printOf } = await import('../../../../src/calls/inputs/compared.ts');

test('what stands in the editor is not sent once another window erased everything about it', async (t) => {
  const { world, forms, page, uri } = await formWithEditor(t);
  world.answers = [plain];
  const { text } = await forms.bodies.read(uri);
  // This window follows the history once a second: it does not know yet.
  const { whole } = await printOf(world.ledger, world.ports.settings.operation('rc-advanced'), text);
  await world.real.eraseInput(whole);
  await forms.bodies.send(page);
  assert.deepEqual(world.requests, []);
  assert.ok(!(await forms.bodies.read(uri)).text.includes('XX00AB1234'), 'the form is emptied');
});

test('a second Ctrl+Enter while the call is out sends nothing, and says so', async (t) => {
  const { world, forms, page } = await formWithEditor(t);
  const told = (await import('vscode')) as unknown as { window: { setStatusBarMessage: unknown } };
  const said: unknown[] = [];
  told.window.setStatusBarMessage = (text: string) => said.push(text);
  world.answers = [plain];
  const out = Promise.withResolvers<typeof verified>();
  const left = Promise.withResolvers<void>();
  world.serviceAnswers = () => {
    left.resolve();
    return out.promise;
  };
  const first = forms.bodies.send(page);
  await left.promise;
  await forms.bodies.send(page);
  assert.deepEqual(said, ['This request is being sent already.']);
  out.resolve(verified);
  await first;
  assert.deepEqual([world.requests.length, said.length], [1, 1]);
});

test('Send Anyway that is pressed after the form was closed sends nothing, and says that its form is needed', async (t) => {
  const { world, forms, page, asked, panel } = await formWithEditor(t);
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, tab: 'json', json: '{"rc_number":""}' });
  world.answers = [plain];
  const { window } = (await import('vscode')) as unknown as { window: { showWarningMessage: unknown } };
  const { showWarningMessage } = window;
  t.after(() => Object.assign(window, { showWarningMessage }));
  const said: unknown[] = [];
  window.showWarningMessage = async (...given: readonly unknown[]) => {
    said.push(...given);
    panel.dispose();
    return given.at(-1);
  };
  await assert.rejects(forms.bodies.send(page), /^Error: Show the form of this body first/);
  assert.deepEqual(said, ['Nothing was sent: rc_number is empty, and is required.', 'Send Anyway']);
  assert.deepEqual(world.requests, []);
});
