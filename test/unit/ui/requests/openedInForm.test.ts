import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type * as code from 'vscode';
import { aDesk, graceMs, plateOf } from '../panels/formWindows.ts';

const vscode = await import('vscode');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');

/** @param typed what is typed into one box after the other; undefined = Escape */
async function openedWith(t: TestContext, request: object, typed: readonly (string | undefined)[]) {
  const desk = await aDesk(t);
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse('file:///here/cars.verify.json'),
  );
  const text = JSON.stringify(request);
  const document = { uri, isDirty: true, isUntitled: false, getText: () => text, offsetAt: Number };
  Object.assign(vscode.workspace, { isTrusted: true, textDocuments: [document] });
  t.after(() => Object.assign(vscode.workspace, { textDocuments: [] }));
  const left = [...typed];
  Object.assign(vscode.window, {
    activeTextEditor: { document, selection: { active: 3 } },
    showInputBox: async () => left.shift(),
  });
  const opened: { json: string; isTyped: boolean }[] = [];
  // As createRuntime wires it.
  const files = new RequestFiles(desk.means.services as never, async () => undefined, desk.forms.bodies, {
    inForm: (operation, json, isTyped) => {
      opened.push({ json, isTyped });
      desk.forms.fill(operation, json, null, false, isTyped);
    },
    asCode: () => assert.fail('nothing is copied'),
  });
  await files.run('openRequestFileInForm', undefined, undefined);
  return { ...desk, opened };
}

/** README: a request file "asks for personal values instead of storing them": what is typed then stands in no file, and never left. */
test('a value that was typed for a request file opened in a form is not lost as that form is closed', async (t) => {
  const request = { operation: 'rc-advanced', body: { rc_number: `\${input:Registration}` } };
  const { last, open } = await openedWith(t, request, ['XX00AB0001']);
  assert.equal(plateOf(await last().shown()), 'XX00AB0001');
  last().panel.dispose();
  await rest(graceMs);
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('what was typed into the first box stands in the form, though the second was left by Escape', async (t) => {
  const request = {
    operation: 'aadhaar-pan-link',
    body: { aadhaar_number: `\${input:Aadhaar}`, pan_number: `\${input:PAN}` },
  };
  const { opened } = await openedWith(t, request, ['0000 0000 0001', undefined]);
  const [one] = opened;
  assert.deepEqual(JSON.parse(one?.json ?? ''), { aadhaar_number: '0000 0000 0001', pan_number: '' });
  assert.equal(one?.isTyped, true);
});
