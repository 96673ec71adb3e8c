import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type * as code from 'vscode';
import { aDesk, graceMs, plateOf } from '../panels/formWindows.ts';

const vscode = await import('vscode');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');

/** README: a request file "asks for personal values instead of storing them": what is typed then stands in no file, and never left. */
test('a value that was typed for a request file opened in a form is not lost as that form is closed', async (t) => {
  const { forms, means, last, open } = await aDesk(t);
  const text = JSON.stringify({ operation: 'rc-advanced', body: { rc_number: `\${input:Registration}` } });
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse('file:///here/cars.verify.json'),
  );
  const document = { uri, isDirty: true, isUntitled: false, getText: () => text, offsetAt: Number };
  Object.assign(vscode.workspace, { isTrusted: true, textDocuments: [document] });
  t.after(() => Object.assign(vscode.workspace, { textDocuments: [] }));
  Object.assign(vscode.window, {
    activeTextEditor: { document, selection: { active: 3 } },
    showInputBox: async () => 'XX00AB0001',
  });
  // As createRuntime wires it.
  const files = new RequestFiles(means.services as never, async () => undefined, forms.bodies, {
    inForm: (operation, json, ...more: readonly []) => forms.fill(operation, json, null, ...more),
    asCode: () => assert.fail('nothing is copied'),
  });
  await files.run('openRequestFileInForm', undefined, undefined);
  assert.equal(plateOf(await last().shown()), 'XX00AB0001');
  last().panel.dispose();
  await rest(graceMs);
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});
