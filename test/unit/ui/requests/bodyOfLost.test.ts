import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftId, pageOfDraft } from '../../../../src/calls/ports/ids.ts';
import { aDesk, aWindow, plateOf } from '../panels/formWindows.ts';

const vscode = await import('vscode');
const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');

/**
 * The extension host crashed; its user closes the dead tab, as its page says, and opens the form anew. The editor of its body is VS Code's own
 * and stays, with what it shows. FormBody.edited: "to refuse would have VS Code keep the text, in clear".
 */
test('the editor of a body whose form comes back under another name goes with it, or what is typed there is taken', async (t) => {
  Object.assign(vscode.FileSystemError, { FileNotFound: () => new vscode.FileSystemError('not found') });
  const { world, means, tabs, open, hostEnds } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  const uri = bodyUri(pageOfDraft(draftId(draft.draftId)), 'rc-advanced');
  hostEnds();
  // The dead tab is closed by hand; that of the body's editor is open still.
  const editor = { label: 'rc-advanced.json', input: new vscode.TabInputText(uri) };
  tabs.unshown.groups.splice(0, 1, [editor]);
  const next = aWindow(t, world, means);
  const form = await next.open();
  assert.equal(plateOf(await form.shown()), 'XX00AB0001');
  const isOpen = tabs.unshown.groups.some((group) => group.some((one) => one === editor));
  if (!isOpen) return;
  const edited = '{"rc_number":"XX00AB0002"}';
  const refused = await next.forms.bodies.write(uri, edited).then(
    () => null,
    (error: unknown) => error,
  );
  assert.equal(refused, null, 'VS Code cannot save it, and backs it up in clear');
});
