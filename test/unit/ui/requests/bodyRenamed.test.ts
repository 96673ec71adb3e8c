import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { formWithEditor } from './aFormWithEditor.ts';

const vscode = await import('vscode');

/*
 * The body of a form in an editor of its own, while the request fields are corrected: what the form would send has other names then. README, "When you know
 * the fields": "The form, the quick lookup, copied code, request files and their schema follow at once"; what an editor shows is what leaves.
 */

type Opened = Awaited<ReturnType<typeof formWithEditor>>;

/** What an editor of VS Code's shows: it reads again where it is told to, and only then. */
async function anEditor({ bodies }: Pick<Opened['forms'], 'bodies'>, uri: Opened['uri']) {
  const editor = { ...(await bodies.read(uri)), told: 0 };
  bodies.onDidChange(async () => {
    editor.told += 1;
    Object.assign(editor, await bodies.read(uri));
  });
  return editor;
}

test('the editor of a form’s body follows corrected request fields: what it shows is what would leave', async (t) => {
  const { forms, uri, correct } = await formWithEditor(t);
  const editor = await anEditor(forms, uri);
  assert.match(editor.text, /"rc_number": "XX00AB1234"/);
  correct();
  await until(
    async () => (editor.told > 0 ? true : undefined),
    () => 'the editor was not told',
    2000,
  );
  assert.match(editor.text, /"vehicle_number": "XX00AB1234"/);
  // VS Code takes a file that is newer than what it shows for a conflict, does not save, and keeps what is typed on disk, in clear.
  assert.equal((await forms.bodies.read(uri)).changedAt, editor.changedAt);
});

test('so does that of a form that was not shown since a reload of the window', async (t) => {
  const { openForms, uri, correct } = await formWithEditor(t);
  const forms = openForms();
  const editor = await anEditor(forms, uri);
  correct();
  await until(
    async () => (editor.told > 0 ? true : undefined),
    () => 'the editor was not told',
    2000,
  );
  assert.match(editor.text, /"vehicle_number": "XX00AB1234"/);
});

test('an editor whose language was changed, which VS Code tells as closing and opening it, follows its form all the same', async (t) => {
  const heard: ((document: unknown) => void)[] = [];
  const { forms, uri, asked } = await formWithEditor(t, (one) => heard.push(one));
  const editor = await anEditor(forms, uri);
  Object.assign(vscode.workspace, { textDocuments: [{ uri }] });
  for (const one of heard) one({ uri });
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, fields: { rc_number: 'XX00AB5678' } });
  assert.deepEqual([editor.told, editor.text.includes('XX00AB5678')], [1, true]);
});
