import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const tried: string[] = [];
let more = {};
const services = {
  machine: 'this computer',
  ledger: async () => ({
    transfer: {
      restore: async (_file: string, passphrase: string) => {
        tried.push(passphrase);
        if (passphrase !== 'the right one')
          throw new LedgerRefusal('passphrase', { text: 'It does not fit.' });
        return { added: 1, known: 2, sealed: 0, ...more };
      },
    },
  }),
} as never;

/** An input box in which the next of these texts is typed and Enter pressed; without one, Escape. */
function typing(texts: readonly string[], remarks: string[]): () => unknown {
  const left = [...texts];
  return () => {
    const listeners: Record<string, () => void> = {};
    const on = (name: string) => (listener: () => void) => {
      listeners[name] = listener;
    };
    const box = {
      value: '',
      validationMessage: undefined as { message: string } | undefined,
      onDidChangeValue: on('change'),
      onDidAccept: on('accept'),
      onDidTriggerButton: on('button'),
      onDidHide: on('hide'),
      show: () => {
        setImmediate(() => {
          remarks.push(box.validationMessage?.message ?? '');
          const text = left.shift();
          box.value = text ?? '';
          listeners[text === undefined ? 'hide' : 'accept']?.();
        });
      },
      hide: () => listeners.hide?.(),
      dispose: () => undefined,
    };
    return box;
  };
}

describe('restoring orders', () => {
  let told: Told;
  let restoreOrders: typeof import('../../../src/ui/history/backUp.ts').restoreOrders;
  let window: Record<string, unknown>;
  before(async () => {
    told = await standInForVscode();
    const vscode = await import('vscode');
    window = vscode.window as unknown as Record<string, unknown>;
    window.showOpenDialog = async () => [{ scheme: 'file', fsPath: '/backups/one.ordersbackup' }];
    window.withProgress = (_options: unknown, work: () => unknown) => work();
    ({ restoreOrders } = await import('../../../src/ui/history/backUp.ts'));
  });

  it('asks again in the same place while the passphrase does not fit, and says so as what is wrong', async () => {
    const remarks: string[] = [];
    window.createInputBox = typing(['a wrong one', 'the right one'], remarks);
    await restoreOrders(services);
    assert.deepEqual(tried, ['a wrong one', 'the right one']);
    assert.deepEqual(remarks, ['', 'It does not fit.']);
    assert.deepEqual(told.shown.at(-1), ['Orders restored: 1; here already: 2.']);
  });

  it('says of how many orders an answer or a recorded outcome came', async () => {
    more = { completed: 1 };
    window.createInputBox = typing(['the right one'], []);
    await restoreOrders(services);
    assert.deepEqual(told.shown.at(-1), [
      'Orders restored: 1; here already: 2. Orders that were open here and got their answer, or a recorded outcome: 1.',
    ]);
  });

  it('ends when it is given up', async () => {
    const before = told.shown.length;
    window.createInputBox = typing(['a wrong one'], []);
    await restoreOrders(services);
    assert.equal(told.shown.length, before);
  });
});
