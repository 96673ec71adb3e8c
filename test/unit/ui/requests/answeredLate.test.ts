import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as code from 'vscode';
import { operationById } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');

function aDocument(name: string, rc_number: string) {
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse(`file:///here/${name}`),
  );
  const text = JSON.stringify({ operation: 'rc-advanced', body: { rc_number } });
  return { uri, isDirty: false, isUntitled: false, getText: () => text };
}

const one = aDocument('one.verify.json', 'XX00AB1234');
const two = aDocument('two.verify.json', 'XX00AB5678');

test('a request that an untrusted workspace holds back opens in a form also where another file is in front by then', async () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const at = (uri: code.Uri) =>
    [one, two].find((file) => file.uri.path === uri.path) ?? assert.fail(uri.path);
  Object.assign(vscode.workspace, {
    isTrusted: false,
    textDocuments: [one, two],
    fs: {
      stat: async (uri: code.Uri) => ({ type: 1, size: at(uri).getText().length }),
      readFile: async (uri: code.Uri) => bytes(at(uri).getText()),
    },
    decode: async (content: Uint8Array) => new TextDecoder().decode(content),
  });
  Object.assign(vscode.window, {
    activeTextEditor: { document: one },
    // A notification stays: its user goes on to another file first.
    showWarningMessage: async (_words: string, open: string) => {
      Object.assign(vscode.window, { activeTextEditor: { document: two } });
      return open;
    },
  });
  const opened: string[] = [];
  const services = { operation: operationById, environments: { current: () => acme } };
  const files = new RequestFiles(
    services as never,
    async () => assert.fail('nothing is shown'),
    {} as never,
    { inForm: (_operation, json) => opened.push(json), asCode: () => assert.fail('nothing is copied') },
  );
  await files.run('sendRequestFile', undefined, undefined);
  assert.equal(opened.length, 1);
  assert.match(opened[0] ?? '', /XX00AB1234/);
});
