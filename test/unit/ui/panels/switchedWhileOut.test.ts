import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf } from '../../../../src/calls/environments/environments.ts';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';

const { plain } = await import('../../calls/sending/aSending.ts');
const { acme } = await import('../../../support/simulatedPorts.ts');

test('while a call is out a form says where it went, whatever environment is chosen meanwhile', async (t) => {
  const { world, asked, panel } = await formWithEditor(t);
  const other = { ...acme, name: 'other-prod', baseUrl: 'https://other.example.invalid' };
  world.environments = [acme, other];
  world.answers = [plain];
  const left = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<typeof verified>();
  world.serviceAnswers = () => {
    left.resolve();
    return answer.promise;
  };
  const { draft } = (await asked('page/ready', null)) as FormState;
  panel.asks('call/submit', { ...draft, tab: 'form', fields: { rc_number: 'XX00AB1234' } });
  await left.promise;
  world.chosen = identityOf(other);
  const { environment, call } = (await asked('page/ready', null)) as FormState;
  assert.deepEqual([environment.name, call?.environment], ['other-prod', 'acme-prod']);
  answer.resolve(verified);
});
