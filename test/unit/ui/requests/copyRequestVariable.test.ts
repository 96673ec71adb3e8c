import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as code from 'vscode';
import { operationById } from '../../../../src/contract/operations.ts';
import * as snippets from '../../../../src/snippets/snippets.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');
const { copyCallAs } = await import('../../../../src/ui/snippets/snippetCommands.ts');

const secret = 'not-a-real-key-of-anybody';

/** Copies the request that a file of somebody else holds. @returns what is on the clipboard, and all that was shown */
async function copied(body: unknown): Promise<{ readonly text: string; readonly shown: string }> {
  const text = JSON.stringify({ operation: 'rc-advanced', body });
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse('file:///here/theirs.verify.json'),
  );
  const document = { uri, isDirty: true, isUntitled: false, getText: () => text, offsetAt: Number };
  Object.assign(vscode.workspace, { isTrusted: true, textDocuments: [document] });
  Object.assign(vscode.window, { activeTextEditor: { document, selection: { active: 3 } } });
  const services = {
    operation: operationById,
    environments: { current: () => acme, all: () => [acme] },
    sending: { destination: async () => ({ baseUrl: 'https://api.example.invalid', sandbox: null }) },
    snippets: async () => snippets,
    ledger: async () => ({ learning: { shapes: async () => [] } }),
    memory: { get: () => undefined, update: async () => undefined },
    leavesFrom: 'this computer',
    local: true,
    machine: '',
    log: { warn: () => undefined },
  };
  const files = new RequestFiles(services as never, async () => undefined, {} as never, {
    inForm: () => assert.fail('no form is opened'),
    asCode: (operation, json) => copyCallAs(services as never, operation, json),
  });
  told.shown.length = 0;
  told.copied.length = 0;
  told.answers.splice(0, told.answers.length, 'cURL', 'Personal values masked');
  await files.run('copyRequestFileAs', undefined, undefined);
  return { text: told.copied.at(-1) ?? '', shown: JSON.stringify(told.shown) };
}

test('a variable that a request file reads is named before its value is on the clipboard, as before it is sent', async (t) => {
  process.env.NOT_OF_THIS_FILE = secret;
  t.after(() => delete process.env.NOT_OF_THIS_FILE);
  const { text, shown } = await copied({ rc_number: 'XX00AB1234', channel: `\${env:NOT_OF_THIS_FILE}` });
  assert.ok(!text.includes(secret) || shown.includes('NOT_OF_THIS_FILE'), `${text}\n${shown}`);
});

test('the key that copied code reads from its variable is not written into its body, least of all where it is masked', async (t) => {
  process.env[snippets.keyVariable] = secret;
  t.after(() => delete process.env[snippets.keyVariable]);
  const { text } = await copied({ rc_number: 'XX00AB1234', channel: `\${env:${snippets.keyVariable}}` });
  assert.match(text, /Personal values are masked/);
  assert.ok(!text.includes(secret), text);
});
