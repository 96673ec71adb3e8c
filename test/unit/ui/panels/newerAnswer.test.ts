import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

test('an answer that comes while the history is asked whether the one before was erased stays on its form', async (t) => {
  const { world, forms, asked } = await formWithEditor(t);
  world.answers = [plain, plain];
  const send = async (rc_number: string): Promise<string | null> => {
    const { draft } = (await asked('page/ready', null)) as FormState;
    await asked('call/submit', { ...draft, tab: 'form', fields: { rc_number } });
    return ((await asked('page/ready', null)) as FormState).answer?.id ?? null;
  };
  const first = await send('XX00AB1234');
  assert.ok(first !== null);
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, fields: { rc_number: 'XX00AB5678' } });
  await world.real.erase([first as OrderId]);
  // A history that is being rewritten, as erasing does, answers late.
  const late = Promise.withResolvers<void>();
  world.breakLedger({
    get: async (id) => {
      await late.promise;
      return world.real.get(id);
    },
  });
  const dropping = forms.dropErased();
  const second = await send('XX00AB5678');
  assert.ok(second !== null && second !== first);
  late.resolve();
  await dropping;
  assert.equal(((await asked('page/ready', null)) as FormState).answer?.id, second);
});
