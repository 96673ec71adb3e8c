import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

const body = `{
  "status": "SUCCESS",
  "charged": true,
  "message_code": "SOURCE_UNAVAILABLE",
  "order_id": "ORD-HOST-W",
  "data": { "error_code": "", "result": { "status": "x" } }
}`;

/** Opens an answer as its user does. */
async function open(id: string, text: string): Promise<vscode.TextDocument> {
  const { services } = await theExtension();
  const ledger = await services.ledger();
  const order = aSandboxOrder(id);
  await ledger.begin(order);
  await ledger.settle(order.id, {
    settledAt: Date.now(),
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: null,
    orderId: null,
    failureCode: null,
    totalMs: 12,
    coolDown: null,
    observed: null,
    answer: {
      head: { status: 422, statusText: '', headers: [] },
      timing: { connectedMs: 1, firstByteMs: 11, totalMs: 12 },
      wireBytes: text.length,
      body: new TextEncoder().encode(text),
      failure: null,
    },
  });
  await vscode.commands.executeCommand(commandIds.openOrderJson, id);
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document !== undefined);
  return document;
}

/** What stands in the hover over the first place of a text in the document. */
async function hoverOver(document: vscode.TextDocument, text: string): Promise<string> {
  const at = document.positionAt(document.getText().indexOf(text) + 2);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    at,
  );
  return hovers
    .flatMap((hover) => hover.contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n');
}

/** Our completions at a text. */
async function offered(document: vscode.TextDocument, text: string): Promise<string[]> {
  const at = document.positionAt(document.getText().indexOf(text) + 2);
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    at,
  );
  return list.items
    .filter((item) => item.kind === vscode.CompletionItemKind.EnumMember)
    .map(({ label }) => (typeof label === 'string' ? label : label.label));
}

describe('an answer opened as JSON', () => {
  it('says what its code means, what it costs and what to do', async () => {
    const document = await open('host-words-1', body);
    const said = await hoverOver(document, 'SOURCE_UNAVAILABLE');
    assert.match(said, /Record source was down.*`SOURCE_UNAVAILABLE`.*\*\*billed\*\*/);
    assert.match(said, /record source was down\./);
    assert.match(said, /Each further attempt is also billed\./);
    assert.match(said, /HTTP 422, status SUCCESS, charged true\./);
    assert.match(await hoverOver(document, 'true'), /The service says it billed this call\./);
    assert.match(
      await hoverOver(document, 'error_code'),
      /`no_record`, `verification_failed`\. Others: not shown\./,
    );
    assert.match(await hoverOver(document, 'order_id'), /quote it for pending orders/);
    assert.equal(await hoverOver(document, '"x"'), '', 'a field of the result is not the envelope’s');
  });

  it('says so where charged contradicts the code, and where the documents do not know the code', async () => {
    const odd = await open('host-words-2', '{"message_code": "NO_API_ACCESS", "charged": true}');
    const said = await hoverOver(odd, 'NO_API_ACCESS');
    assert.match(said, /\*\*billed\*\*/);
    assert.match(said, /although NO_API_ACCESS is documented as not charged/);
    const unknown = await open('host-words-3', '{"message_code": "NEW_ONE", "charged": false}');
    assert.match(await hoverOver(unknown, 'NEW_ONE'), /\*\*Unknown code\*\* · `NEW_ONE` · \*\*free\*\*/);
    assert.match(await hoverOver(unknown, 'NEW_ONE'), /The documents do not list this message_code/);
  });

  it('offers the sixteen codes where one stands, and nothing elsewhere', async () => {
    const document = await open('host-words-4', body);
    const codes = await offered(document, 'SOURCE_UNAVAILABLE');
    assert.equal(codes.length, 16);
    assert.ok(codes.includes('PROVIDER_NO_RESPONSE'));
    assert.deepEqual(await offered(document, 'ORD-HOST-W'), []);
  });

  it('is edited in a copy, which knows the codes too and is written nowhere', async () => {
    const document = await open('host-words-5', body);
    await vscode.commands.executeCommand(commandIds.editAnswerCopy);
    const copy = vscode.window.activeTextEditor?.document;
    assert.ok(copy !== undefined);
    assert.deepEqual([copy.uri.scheme, copy.languageId], ['untitled', 'json']);
    assert.equal(copy.getText(), document.getText());
    assert.equal((await offered(copy, 'SOURCE_UNAVAILABLE')).length, 16);
    assert.match(await hoverOver(copy, 'SOURCE_UNAVAILABLE'), /Each further attempt is also billed\./);
    await vscode.languages.setTextDocumentLanguage(copy, 'jsonc');
    await vscode.languages.setTextDocumentLanguage(copy, 'json');
    assert.match(await hoverOver(copy, 'SOURCE_UNAVAILABLE'), /Each further attempt is also billed\./);
    const other = await vscode.workspace.openTextDocument({ content: body, language: 'json' });
    assert.doesNotMatch(await hoverOver(other, 'SOURCE_UNAVAILABLE'), /billed/, 'nobody else’s JSON');
    await vscode.window.showTextDocument(copy);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
