import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunStatus } from '../../../../src/calls/batch/engine.ts';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { BatchStatusBar } = await import('../../../../src/ui/batch/batchStatus.ts');

test('a batch that was cancelled while it was paused says that it ends, not that it is paused', () => {
  const item = { text: '', show: () => undefined, dispose: () => undefined };
  Object.assign(vscode.window, { createStatusBarItem: () => item });
  const batch = { operation: 'rc-advanced', source: 'cars.csv' } as Batch;
  const bar = new BatchStatusBar(batch, () => 'proof');
  const paused: RunStatus = {
    ...{ phase: 'paused', why: null, remedy: null, until: null },
    ...{ settled: 3, underWay: 1, ending: false },
  };
  const said = (status: RunStatus): string => {
    bar.show(status, { total: 25, ended: 14 }, 0);
    return item.text;
  };
  assert.equal(said(paused), '$(debug-pause) Batch 14/25');
  assert.equal(said({ ...paused, ending: true }), '$(loading~spin) Batch 14/25: ending');
  assert.equal(said({ ...paused, phase: 'running' }), '$(sync) Batch 14/25');
});
