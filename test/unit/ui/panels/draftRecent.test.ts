import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { aLedger, noon, place } from '../../ledger/aLedger.ts';

Object.assign(plainVscode.env, { language: 'en' });
const { pickRecent } = await import('../../../../src/ui/panels/draftRecent.ts');

beforeEach(reset);

test('the recent inputs are those of the environment, under all names it had, and of no other', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { order: { identity: 'id:own', maskedInput: 'before' } });
  await place(ledger, 'b', { order: { identity: 'id:own', environment: 'acme-live', maskedInput: 'since' } });
  await place(ledger, 'c', { order: { identity: 'id:other', maskedInput: 'of another' } });
  const offered = async (name: string, id: string): Promise<string[]> => {
    const environment: Environment = { name, id, baseUrl: 'https://api.example.invalid', kind: 'live' };
    const services = {
      ledger: async () => ledger,
      sending: { destination: async () => ({ environment }) },
      now: () => noon,
    };
    reset();
    assert.equal(await pickRecent(services as never, operationById('rc-advanced')), null);
    const items = world.shown.find(({ what }) => what === 'showQuickPick')?.given[0];
    return ((items ?? []) as readonly { readonly label: string }[]).map(({ label }) => label);
  };
  assert.deepEqual((await offered('acme-live', 'own')).sort(), ['before', 'since']);
  assert.deepEqual(await offered('acme-prod', 'other'), ['of another']);
  assert.deepEqual(await offered('acme-prod', 'new'), []);
});
