import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';

const { printOf } = await import('../../../../src/calls/inputs/compared.ts');

/** formErasedLate.test.ts holds it for a form that is closed then: "Its editor closes with what it held … and VS Code saves that editor late". */
test('what was erased is not brought back into a form that stays open by its editor, which closes and is saved late', async (t) => {
  const { world, asked, uri, forms } = await formWithEditor(t);
  const operation = world.ports.settings.operation('rc-advanced');
  // What stands there is read, and typed on: VS Code saves that as another window erases it.
  await forms.bodies.read(uri);
  const typed = '{"rc_number":"XX00AB1234","remark":"x"}';
  const { whole } = await printOf(world.ledger, operation, '{"rc_number":"XX00AB1234"}');
  await world.real.eraseInput(whole);
  const shown = async () => ((await asked('page/ready', null)) as FormState).draft;
  await until(
    async () => ((await shown()).fields.rc_number === undefined ? true : undefined),
    () => 'it is not emptied',
    5000,
  );
  await forms.bodies.write(uri, typed).catch(() => undefined);
  await forms.renew();
  const kept: string[] = [JSON.stringify(await shown())];
  for (const name of await world.real.pagesBeginning('')) {
    const bytes = await world.real.loadDraft(name);
    if (bytes instanceof Uint8Array) kept.push(new TextDecoder().decode(bytes));
  }
  assert.doesNotMatch(kept.join('\n'), /XX00AB1234/);
});
