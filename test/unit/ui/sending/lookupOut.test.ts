import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode } from '../../../support/plainVscode.ts';

const { sendCommanded } = await import('../../../../src/ui/sending/sendCommanded.ts');

interface Left {
  readonly environment: string;
  readonly maskedInput: string;
  readonly kind: 'live' | 'sandbox';
}

const late = 'Cancel stops the waiting. The call may still be billed.';

for (const [kind, environment, ends] of [
  ['live', 'Acme', ` ${late}`],
  ['sandbox', 'Sandbox', ''],
] as const)
  test(`a lookup that is out (${kind}) says which input is being sent where, and of billing only where it bills`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const told: string[] = [];
    t.mock.method(plainVscode.window, 'withProgress', (_: unknown, work: (...given: unknown[]) => unknown) =>
      work(
        { report: ({ message }: { message: string }) => told.push(message) },
        { onCancellationRequested: () => undefined },
      ),
    );
    const send = async ({ leaves }: { leaves: (order: Left, abort: AbortController) => void }) => {
      leaves({ environment, maskedInput: 'XX••••••01', kind }, new AbortController());
      t.mock.timers.tick(500);
      return { kind: 'settled' };
    };
    await sendCommanded({ sending: { send }, newId: () => 'one' } as never, {
      operation: operationById('rc-advanced'),
      body: '{}',
      notes: [],
    });
    assert.deepEqual(told, [`XX••••••01. Sending to ${environment}. Waiting for the answer…${ends}`]);
  });

for (const [result, words] of [
  [{ kind: 'declined', stoppedBy: null }, ['Nothing was sent.']],
  [{ kind: 'declined', stoppedBy: 'paid-twin' }, ['Nothing was sent.']],
  [{ kind: 'settled' }, []],
] as const)
  test(`what is ${result.kind} (${'stoppedBy' in result ? result.stoppedBy : 'sent'}) says ${words[0] ?? 'nothing here'}`, async (t) => {
    const told: string[] = [];
    const window = plainVscode.window as unknown as { setStatusBarMessage?: (text: string) => void };
    const { setStatusBarMessage } = window;
    window.setStatusBarMessage = (text) => void told.push(text);
    t.after(() => Object.assign(window, { setStatusBarMessage }));
    const done = await sendCommanded({ sending: { send: async () => result }, newId: () => 'one' } as never, {
      operation: operationById('rc-advanced'),
      body: '{}',
      notes: [],
    });
    assert.equal(done, result);
    assert.deepEqual(told, words);
  });
