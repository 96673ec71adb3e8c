import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputBoxOptions } from 'vscode';
import type { Services } from '../../../../src/ui/base/services.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { pressing } = await import('./pressing.ts');
const { addEnvironment } = await import('../../../../src/ui/environments/addEnvironment.ts');
const { setKeyOf } = await import('../../../../src/ui/environments/environmentCommands.ts');

const key = 'an-invented-key-9f3a';
const leftOut = 'Only the key is kept, without quotes and the word Bearer: each call adds that.';
const stored: string[] = [];
const services = {
  newId: () => 'a-1',
  environments: { all: () => [], add: async () => undefined, choose: async () => undefined },
  keys: {
    store: async (_: unknown, one: string) => {
      stored.push(one);
      return 'kept';
    },
  },
} as unknown as Services;

test('a key that is pasted as its header stands is taken out of it, and what is left out is said', async () => {
  const seen = pressing(
    { type: ['acme-prod'] },
    { type: ['https://api.example.in'] },
    { type: ['Bearer', `Bearer ${key}`] },
  );
  await addEnvironment(services);
  // The last remark is noted once the box is gone, which goes after the next one would stand.
  for (let left = 100; left > 0 && seen[2]?.remarks.length === 1; left -= 1)
    await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(seen[2]?.remarks, ['Enter the API key.', leftOut]);
  assert.deepEqual(stored, [key]);
});

test('so is one that is set later, and nothing is said of one that is pasted alone', async () => {
  stored.length = 0;
  const remarks: unknown[] = [];
  let pasted = `"${key}"`;
  Object.assign(vscode.window, {
    showInputBox: async ({ validateInput }: InputBoxOptions) => {
      remarks.push(await validateInput?.(pasted));
      return pasted;
    },
  });
  const environment = { name: 'acme', id: 'a-1', baseUrl: 'https://api.example.in', kind: 'live' } as const;
  await setKeyOf(services, environment);
  pasted = ` ${key} `;
  await setKeyOf(services, environment);
  assert.deepEqual(stored, [key, key]);
  assert.deepEqual(remarks, [{ message: leftOut, severity: vscode.InputBoxValidationSeverity.Info }, null]);
});
