// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { eventually, theExtension } from './extension.ts';
import { after, describe, it } from './harness.ts';

const written: vscode.Uri[] = [];

async function write(uri: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

/** A file in the workspace, shown in an editor. `|` marks a place in the text. */
async function opened(name: string, marked: string) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder !== undefined);
  const uri = vscode.Uri.joinPath(folder, `${name}.verify.json`);
  await write(uri, marked.replace('|', ''));
  written.push(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return { uri, document, place: document.positionAt(Math.max(0, marked.indexOf('|'))) };
}

function request(body: string, operation = 'rc-advanced'): string {
  return `{\n  "operation": "${operation}",\n  "body": ${body}\n}\n`;
}

async function completions(uri: vscode.Uri, place: vscode.Position): Promise<readonly string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    uri,
    place,
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

async function offered(uri: vscode.Uri, place: vscode.Position, wanted: string): Promise<readonly string[]> {
  return eventually(`${wanted} among the completions`, async () => {
    const labels = await completions(uri, place);
    return labels.includes(wanted) ? labels : undefined;
  });
}

async function hover(uri: vscode.Uri, place: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    place,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((one) => (one instanceof vscode.MarkdownString ? one.value : String(one)))
    .join('\n');
}

async function lastBody(): Promise<string> {
  const { services } = await theExtension();
  const ledger = await services.ledger();
  const newest = (await ledger.list({ group: 'all', limit: 1, after: null })).orders[0];
  assert.ok(newest !== undefined);
  const payloads = await ledger.payloads(newest.id);
  assert.ok(payloads.kind === 'open');
  return new TextDecoder().decode(payloads.requestBody);
}

/** Three requests, of which the second is none. */
const several = `{
  "requests": [
    { "name": "found", "operation": "rc-advanced", "body": { "rc_number": "XX00OK0200" } },
    { "name": "found", "operation": "passport", "body": {} },
    { "name": "none", "operation": "rc-advanced", "body": { "rc_number": "XX00|NR0422" } }
  ]
}
`;

describe('request files', () => {
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of written) await vscode.workspace.fs.delete(uri);
  });

  it('are completed and explained by our schema through the JSON support of VS Code', async () => {
    await theExtension();
    const inBody = await opened('complete', request('{ "|" }', 'credit-report'));
    const labels = await offered(inBody.uri, inBody.place, 'fetch_by');
    assert.ok(labels.includes('number') && !labels.includes('rc_number'), labels.join());
    const atOperation = await opened('operation', '{ "operation": "|" }');
    await offered(atOperation.uri, atOperation.place, '"aadhaar-pan-link"');
    const empty = await opened('empty', '|');
    await offered(empty.uri, empty.place, 'RC Details Advanced');
    const onField = await opened('hover', request('{ "rc_|number": "XX00OK0200" }'));
    await eventually('the meaning of the field', async () =>
      /Registration number[\s\S]*assumed/.test(await hover(onField.uri, onField.place)) ? true : undefined,
    );
  });

  it('follow the request fields as the user says they are', async () => {
    await theExtension();
    const configuration = vscode.workspace.getConfiguration();
    const { uri, place } = await opened('fields', request('{ "|" }'));
    await offered(uri, place, 'rc_number');
    const fields = { 'rc-advanced': [{ name: 'plate_of_mine', required: true, confirmed: true }] };
    await configuration.update(settingIds.requestFields, fields, vscode.ConfigurationTarget.Global);
    try {
      assert.ok(!(await offered(uri, place, 'plate_of_mine')).includes('rc_number'));
    } finally {
      await configuration.update(settingIds.requestFields, undefined, vscode.ConfigurationTarget.Global);
    }
    await offered(uri, place, 'rc_number');
  });

  it('have a wrong shape told by the schema, and the rest by us', async () => {
    await theExtension();
    const told = async (uri: vscode.Uri, wanted: RegExp): Promise<vscode.Diagnostic> =>
      eventually(String(wanted), () =>
        vscode.languages.getDiagnostics(uri).find(({ message }) => wanted.test(message)),
      );
    const shape = await opened('shape', '{ "operation": "passport", "key": "x" }');
    await told(shape.uri, /rc-advanced/);
    await told(shape.uri, /body/);
    await told(shape.uri, /key/);
    const rest = await opened('rest', request('{ "rc": "${env:NEVER_SET_ANYWHERE}" }'));
    const unknown = await told(rest.uri, /^rc is not a known request field/);
    assert.equal(unknown.severity, vscode.DiagnosticSeverity.Warning);
    await told(rest.uri, /NEVER_SET_ANYWHERE is not set/);
  });

  it('have a PAN in the clear replaced by a question', async () => {
    await theExtension();
    const pan = `ZZZP${'Z9999Z'}`;
    const { uri, document } = await opened('pan', request(`{ "pan_number": "${pan}" }`, 'aadhaar-pan-link'));
    const place = await eventually('the warning', () =>
      vscode.languages.getDiagnostics(uri).find(({ message }) => message.startsWith('This looks like a PAN')),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      place.range,
    );
    const action = actions.find(({ title }) => title === 'Replace with ${input:PAN}');
    assert.ok(action?.edit !== undefined, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(action.edit);
    assert.equal(document.getText(), request('{ "pan_number": "${input:PAN}" }', 'aadhaar-pan-link'));
    await document.save();
  });

  it('say above the first line where they would go and what that costs', async () => {
    await theExtension();
    const { uri } = await opened('lens', request('{}'));
    const titles = async () => {
      const command = 'vscode.executeCodeLensProvider';
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(command, uri, 10);
      return lenses.map((lens) => lens.command?.title);
    };
    assert.deepEqual(await titles(), [
      '$(play) Send · sandbox, nothing is billed',
      'Open in form',
      'Sandbox',
    ]);
    const { environments } = (await theExtension()).services;
    const live = { name: 'for-files', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;
    await environments.add(live);
    try {
      await environments.choose(live);
      assert.deepEqual(await titles(), ['$(play) Send · may be billed', 'Open in form', 'for-files']);
    } finally {
      await environments.remove(live);
    }
    assert.equal((await titles())[2], 'Sandbox');
  });

  it('are sent as they are on disk, or on the screen while they are being changed', async () => {
    await theExtension();
    const { uri, document } = await opened('send', request('{ "rc_number": "XX00NR0422" }'));
    const send = () =>
      vscode.commands.executeCommand<{ messageCode: string }>(commandIds.sendRequestFile, uri);
    assert.equal((await send()).messageCode, 'NO_RECORD_FOUND');
    assert.equal(await lastBody(), '{\n  "rc_number": "XX00NR0422"\n}');

    await write(uri, request('{ "rc_number": "XX00IN0422" }'));
    assert.equal((await send()).messageCode, 'INVALID_INPUT');

    await eventually('the editor shows what is on disk', () =>
      document.getText().includes('XX00IN0422') ? true : undefined,
    );
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('XX00IN0422');
    edit.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 10)), 'XX00OK0200');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    assert.equal((await send()).messageCode, 'OK');
    await document.save();
  });

  it('send nothing while a variable is not set or the file is none', async () => {
    const { services } = await theExtension();
    const count = async (): Promise<number> =>
      (await (await services.ledger()).list({ group: 'all', limit: 1000, after: null })).orders.length;
    const before = await count();
    // Before anything is asked: nobody answers a question here.
    const body = '{ "rc_number": "${env:NEVER_SET_ANYWHERE}", "note": "${input:Note}" }';
    const unset = await opened('unset', request(body));
    const send = async (uri: vscode.Uri) => vscode.commands.executeCommand(commandIds.sendRequestFile, uri);
    await assert.rejects(
      send(unset.uri),
      /NEVER_SET_ANYWHERE is not set where this extension runs\. Nothing was sent\./,
    );
    const broken = await opened('broken', '{ "operation": ');
    await assert.rejects(send(broken.uri), /broken\.verify\.json cannot be used as a request file\./);
    assert.equal(await count(), before);
  });

  it('hold several: each has its lenses, its schema and its findings', async () => {
    await theExtension();
    const { uri, document } = await opened('several', several);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      10,
    );
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line, command?.title]),
      [
        [0, 'Sandbox'],
        [0, 'Nothing is billed'],
        [2, '$(play) Send'],
        [2, 'Open in form'],
        [4, '$(play) Send'],
        [4, 'Open in form'],
      ],
    );
    const told = await eventually('what is wrong with the second', () => {
      const lines = vscode.languages
        .getDiagnostics(uri)
        .map(({ range, source }) => [range.start.line, source]);
      return lines.length >= 2 ? lines : undefined;
    });
    assert.deepEqual(
      told.map(([line]) => line),
      [3, 3],
    );
    const place = document.positionAt(document.getText().indexOf('rc_number') + 1);
    assert.match(await hover(uri, place), /Registration number/);
  });

  it('are sent one by one: the one under the cursor, or the one of its lens', async () => {
    await theExtension();
    const { uri, document, place } = await opened('one-of', several);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined && editor.document === document);
    const send = async (more?: number) =>
      vscode.commands.executeCommand<{ messageCode: string }>(commandIds.sendRequestFile, uri, more);
    editor.selection = new vscode.Selection(place, place);
    assert.equal((await send()).messageCode, 'NO_RECORD_FOUND');
    // The answer stands beside; the file keeps the focus.
    assert.equal(vscode.window.activeTextEditor?.document, document);
    const labels = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ label }) => label.startsWith('Order'));
    await eventually('the answer', () => (labels().length > 0 ? true : undefined));
    assert.equal((await send(0)).messageCode, 'OK');
    await eventually('the same tab', () => (labels().length === 1 ? true : undefined));
    await assert.rejects(
      send(1),
      /Request 2 of one-of\.verify\.json cannot be used\. Its operation has to be one of/,
    );
    await assert.rejects(send(7), /has just changed on disk/);
    const twice = await Promise.all([
      send(),
      vscode.commands.executeCommand(commandIds.sendRequestFile, uri),
    ]);
    assert.equal(twice.filter((one) => one !== undefined).length, 1);
  });

  it('open in a form, filled', async () => {
    await theExtension();
    const { uri } = await opened('form', request('{ "rc_number": "XX00NR0422" }'));
    await vscode.commands.executeCommand(commandIds.openRequestFileInForm, uri);
    await eventually('the form', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'RC Details Advanced' ? true : undefined,
    );
  });
});
