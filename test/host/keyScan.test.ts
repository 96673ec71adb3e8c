import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Environment } from '../../src/calls/environments/environments.ts';
import { eventually, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

const live: Environment = { name: 'host-suite-scan', baseUrl: 'https://scan.example.invalid', kind: 'live' };
const key = 'invented-key-that-is-pasted-0001';

async function show(content: string, language: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document);
  return document;
}

function ours({ uri }: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((one) => one.source === 'Verification');
}

function pointedAt(document: vscode.TextDocument): Promise<vscode.Diagnostic> {
  return eventually('the squiggle', () => ours(document)[0]);
}

describe('a live key in an editor', () => {
  before(async () => {
    const { services } = await theExtension();
    await services.environments.add(live);
    assert.equal(await services.keys.store(live, key), 'kept');
  });

  after(async () => {
    const { services } = await theExtension();
    await services.keys.remove(live);
    await services.environments.remove(live);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is pointed at where it stands, without being told again', async () => {
    const document = await show(
      `const a = 1;\nconst headers = { authorization: 'Bearer ${key}' };\n`,
      'typescript',
    );
    await pointedAt(document);
    await vscode.languages.setTextDocumentLanguage(document, 'javascript');
    await eventually('gone for a moment', () => (ours(document).length === 0 ? true : undefined));
    const place = await pointedAt(document);
    assert.equal(document.getText(place.range), key);
    assert.equal(place.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(place.message, /^The API key of environment host-suite-scan can be read here\./);
    assert.ok(!JSON.stringify([place.message, place.code, place.source]).includes(key.slice(-4)));
  });

  it('is replaced by an environment variable, and the squiggle goes', async () => {
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document !== undefined);
    const { range } = await pointedAt(document);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
    );
    const fix = actions.find(
      ({ title }) => title === 'Replace with the environment variable VERIFICATION_API_KEY',
    );
    assert.ok(fix?.edit !== undefined, JSON.stringify(actions.map(({ title }) => title)));
    const setNew = actions.find(({ title }) => title === 'Set a New API Key…');
    assert.deepEqual(setNew?.command?.arguments, [live.name]);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /\{ authorization: 'Bearer ' \+ process\.env\.VERIFICATION_API_KEY \}/);
    await eventually('no squiggle', () => (ours(document).length === 0 ? true : undefined));
  });

  it('is no longer pointed at once it is not a key', async () => {
    const { services } = await theExtension();
    const document = await show(`key = "${key}"\n`, 'python');
    await pointedAt(document);
    await services.keys.remove(live);
    await eventually('no squiggle', () => (ours(document).length === 0 ? true : undefined));
    assert.equal(await services.keys.store(live, key), 'kept');
    await pointedAt(document);
  });

  it('in a file of environment variables is said mildly, for there it may stand', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'host-suite-'));
    const file = join(folder, '.env');
    await writeFile(file, `VERIFICATION_API_KEY=${key}\n`);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const place = await pointedAt(document);
    assert.equal(place.severity, vscode.DiagnosticSeverity.Information);
    assert.match(place.message, /Keep the file out of version control\./);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await rm(folder, { recursive: true });
  });

  it('is found when it is typed; the simulated key of the sandbox is no secret', async () => {
    const document = await show('', 'json');
    const sandbox = (await (await theExtension()).services.sandbox()).key;
    await vscode.window.activeTextEditor?.edit((edit) =>
      edit.insert(new vscode.Position(0, 0), `{ "a": "${sandbox}", "b": "${key}" }`),
    );
    const place = await pointedAt(document);
    assert.equal(document.getText(place.range), key);
    assert.equal(ours(document).length, 1);
  });
});
