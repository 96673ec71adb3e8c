import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { KeepLess } = await import('../../../../src/ui/runtime/keepLess.ts');
const keep = 'verificationExplorer.keep';

async function set(value: string): Promise<string> {
  const before = told.shown.length;
  await vscode.workspace.getConfiguration().update(keep, value, vscode.ConfigurationTarget.Global);
  await new Promise((resolve) => setImmediate(resolve));
  return told.shown.slice(before).flat().map(String).join(' | ');
}

test('who keeps less is told that earlier orders go, too; who keeps more, or looks at another window, is not', async (t) => {
  Object.assign(vscode.window, { state: { focused: true } });
  const watch = new KeepLess();
  t.after(() => watch.dispose());
  assert.match(
    await set('metadata'),
    /requests and answers of earlier orders.*\| Back Up Orders… \| Keep as Before/,
  );
  assert.match(await set('open-only'), /earlier orders and their paid answers are erased, too/);
  assert.equal(await set('everything'), '');
  Object.assign(vscode.window, { state: { focused: false } });
  assert.equal(await set('open-only'), '');
});
