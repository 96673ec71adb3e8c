import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type * as code from 'vscode';
import { operationById } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { commandHandlers } = await import('../../../../src/ui/commands/handlers.ts');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');

const requests = ['XX00AB1234', `\${input:Plate}`, `\${env:PLATE_OF_NOBODY}`].map((rc_number) => ({
  operation: 'rc-advanced',
  body: { rc_number },
}));
const text = JSON.stringify({ requests }, null, 2);

/** What *Copy As…* of the palette is asked to copy where the cursor stands in that text of the editor's file. */
async function copied(name: string, at: string, typed?: string): Promise<unknown[]> {
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse(`file:///here/${name}`),
  );
  const document = { uri, isDirty: true, isUntitled: false, getText: () => text, offsetAt: Number };
  const selection = { active: text.indexOf(at) };
  Object.assign(vscode.workspace, { isTrusted: true, textDocuments: [document] });
  Object.assign(vscode.window, {
    activeTextEditor: { document, selection },
    showInputBox: async (options: { prompt: string }) => {
      told.shown.push(options.prompt);
      return typed;
    },
  });
  const did: unknown[] = [];
  const services = {
    operation: operationById,
    environments: { current: () => acme },
  };
  const requestFiles = new RequestFiles(services as never, async () => undefined, {} as never, {
    inForm: () => assert.fail('no form is opened'),
    asCode: async ({ id }, body) => void did.push([id, JSON.parse(body)]),
  });
  const snippets = { run: async (command: string) => void did.push(command) };
  const features = async () => ({ pages: { isActive: () => false }, requestFiles, snippets });
  await commandHandlers({ services, features } as never).copyAs(undefined, undefined);
  return did;
}

beforeEach(() => told.shown.splice(0));

test('Copy As of the palette copies the request of a file that the cursor is in', async () => {
  assert.deepEqual(await copied('two.verify.json', 'AB1234'), [['rc-advanced', { rc_number: 'XX00AB1234' }]]);
  assert.deepEqual(told.shown, []);
});

test('its questions are asked as for sending; who gives one up copies nothing', async () => {
  const filled = [['rc-advanced', { rc_number: 'XX00AB5678' }]];
  assert.deepEqual(await copied('two.verify.json', 'input:', 'XX00AB5678'), filled);
  assert.deepEqual(told.shown, ['Plate']);
  assert.deepEqual(await copied('two.verify.json', 'input:'), []);
});

test('a variable of this computer stays a name', async () => {
  const placeholder = { rc_number: `\${env:PLATE_OF_NOBODY}` };
  assert.deepEqual(await copied('two.verify.json', 'env:'), [['rc-advanced', placeholder]]);
});

test('in any other file an operation is asked for', async () => {
  assert.deepEqual(await copied('two.json', 'AB1234'), ['copyAs']);
});
