import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pageId } from '../../src/calls/ports/ids.ts';
import { commandIds } from '../../src/contributions.ts';
import { AnsweringWindow } from './answers.ts';
import { eventually, theExtension } from './extension.ts';
import { after, describe, it } from './harness.ts';

const page = pageId('a-form-of-the-host-tests');
const uri = vscode.Uri.from({
  scheme: 'verification-body',
  authority: page,
  path: '/verification-form/rc-advanced.json',
});

/** A form that was not shown since the window was loaded: its draft alone is there. */
async function keptDraft(json: string): Promise<void> {
  const { services } = await theExtension();
  const draft = { v: 1, operation: 'rc-advanced', turn: 0, tab: 'json', fields: {}, json, lastOrder: null };
  const bytes = new TextEncoder().encode(JSON.stringify(draft));
  await (await services.ledger()).saveDraft(page, bytes, services.now());
}

async function kept(): Promise<unknown> {
  const { services } = await theExtension();
  const bytes = await (await services.ledger()).loadDraft(page);
  return bytes instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(bytes)).json : null;
}

async function typed(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(1_000_000)), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  // VS Code tells of a change before it calls its document unsaved.
  await eventually(`${text} is kept`, async () =>
    (await kept()) === text && !document.isDirty ? true : undefined,
  );
  assert.equal(document.getText(), text);
}

describe('the body of a form in an editor', () => {
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { services } = await theExtension();
    await (await services.ledger()).deleteDraft(page);
  });

  it('is the draft, and keeps in it what is typed, as it is typed', async () => {
    await keptDraft('{}');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.deepEqual([document.getText(), document.languageId], ['{}', 'json']);
    await typed(document, '{ "rc_number": "a" }   ');
  });

  it('is not changed by what VS Code does to files that are saved', async () => {
    const editor = vscode.workspace.getConfiguration('editor');
    const files = vscode.workspace.getConfiguration('files');
    const { Global } = vscode.ConfigurationTarget;
    await editor.update('formatOnSave', true, Global);
    await files.update('insertFinalNewline', true, Global);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      await typed(document, '{"rc_number":     "b"}  ');
    } finally {
      await editor.update('formatOnSave', undefined, Global);
      await files.update('insertFinalNewline', undefined, Global);
    }
  });

  it('is completed, explained and checked by the JSON support of VS Code with the fields of the operation', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await typed(document, '{ "" }');
    const labels = await eventually('rc_number among the completions', async () => {
      const command = 'vscode.executeCompletionItemProvider';
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        command,
        uri,
        document.positionAt(3),
      );
      const names = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return names.includes('rc_number') ? names : undefined;
    });
    assert.ok(!labels.includes('operation') && !labels.includes('number'), labels.join());

    const told = async (wanted: RegExp, at: string): Promise<void> => {
      const found = await eventually(String(wanted), () =>
        vscode.languages.getDiagnostics(uri).find(({ message }) => wanted.test(message)),
      );
      assert.equal(document.getText(found.range), at);
    };
    await typed(document, '{ "rc_number": "a", "rc_number": "a" }');
    await told(/Duplicate/i, '"rc_number"');
    await typed(document, '{ "rc": "a" }');
    await told(/^rc is not a known request field/, '"rc"');
    await told(/rc_number/, '{ "rc": "a" }');
    await typed(document, '{ "rc_number": " " }');
    await told(/^Only spaces/, '" "');
    await typed(document, '{ "rc_number": a }');
    await told(/expected/i, 'a');
  });

  it('holds no more than its form does: too much is taken back, said, and never left unsaved', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await typed(document, '{ "rc_number": "b" }');
    const unasked = (): never => {
      throw new Error('Nothing is asked.');
    };
    const answering = new AnsweringWindow({ type: unasked, saveAs: unasked, open: unasked });
    try {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 1), ' '.repeat(4_000_000));
      assert.ok(await vscode.workspace.applyEdit(edit));
      await eventually('it is taken back', () =>
        document.getText() === '{ "rc_number": "b" }' && !document.isDirty ? true : undefined,
      );
      assert.equal(await kept(), '{ "rc_number": "b" }');
      assert.deepEqual(answering.asked, [
        'A form holds at most 4,000,000 characters: the editor has its last text again.',
      ]);
    } finally {
      answering.dispose();
    }
    await typed(document, '{ "rc_number": "c" }');
  });

  it('follows its draft out of the window when that is erased', async () => {
    const { services } = await theExtension();
    const ledger = await services.ledger();
    const shown = (): boolean =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .some(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === uri.scheme);
    assert.ok(shown());
    await ledger.deleteDraft(page);
    // An erasure is heard of as any change of the ledger is.
    await vscode.commands.executeCommand(commandIds.lookUpRcAdvanced, {
      fields: { rc_number: 'XX00NR0422' },
    });
    await eventually('its editor is closed', () => (shown() ? undefined : true));
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri));
  });
});
