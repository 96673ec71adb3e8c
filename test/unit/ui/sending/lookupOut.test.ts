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
