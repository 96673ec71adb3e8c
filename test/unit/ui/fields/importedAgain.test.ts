import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuickPickItem } from 'vscode';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { readOpenApi } from '../../../../src/imports/openApi.ts';
import { openApiText } from '../../../../src/shapes/export/openApi.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { importRequestFields } = await import('../../../../src/ui/fields/importFields.ts');

const file = 'OpenAPI file…';

/** Takes the fields of a lookup over from a file of this text, all that are offered. @returns how each is read then */
async function imported(text: string): Promise<readonly (readonly string[])[]> {
  Object.assign(vscode.window, {
    showOpenDialog: async () => ['file'],
    showQuickPick: async (items: readonly QuickPickItem[], { canPickMany = false } = {}) =>
      canPickMany ? items : items.find(({ label }) => label === file),
  });
  Object.assign(vscode.workspace, {
    fs: { stat: async () => ({ size: text.length }), readFile: async () => text },
    decode: async (bytes: string) => bytes,
  });
  delete told.settings['verificationExplorer.requestFields'];
  const services = { imports: async () => ({ readOpenApi }), log: { error: assert.fail } };
  await importRequestFields(services as never, 'aadhaar-pan-link');
  const saved = readRequestFields(told.settings['verificationExplorer.requestFields']);
  assert.deepEqual(saved.problems, []);
  return (saved.fields.get('aadhaar-pan-link') ?? []).map(({ name, assumed }) => [name, assumed]);
}

function exported(fields: unknown): string {
  const reading = readRequestFields({ 'aadhaar-pan-link': fields });
  const among = operations.map((one) => withRequestFields(one, reading));
  return openApiText({ operations: among, shapes: [], baseUrl: 'https://api.example.invalid' });
}

test('a field that our own export marks as assumed stays assumed, and one that is stated stays stated', async () => {
  const text = exported([{ name: 'aadhaar_number', confirmed: true }, { name: 'pan_number' }]);
  const { assumed } =
    operationById('aadhaar-pan-link').requestFields.find(({ name }) => name === 'pan_number') ?? {};
  assert.deepEqual(await imported(text), [
    ['aadhaar_number', 'stated-by-user'],
    ['pan_number', String(assumed)],
  ]);
  assert.deepEqual(
    (await imported(text.replaceAll('x-request-field', 'x-other'))).map(([, how]) => how),
    ['stated-by-user', 'stated-by-user'],
  );
});
