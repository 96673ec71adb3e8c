import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';
import { graceMs } from './formWindows.ts';

const { printOf } = await import('../../../../src/calls/inputs/compared.ts');

/** KeptPage.keepLate: "Not what was erased there." */
test('what was erased as its form closed is not brought back by its editor, which is saved late', async (t) => {
  const { world, panel, uri, forms } = await formWithEditor(t);
  panel.dispose();
  const operation = world.ports.settings.operation('rc-advanced');
  const { whole } = await printOf(world.ledger, operation, '{"rc_number":"XX00AB1234"}');
  await world.real.eraseInput(whole);
  await rest(graceMs);
  await forms.bodies.write(uri, '{"rc_number":"XX00AB1234","remark":"x"}').catch(() => undefined);
  const kept: string[] = [];
  for (const name of await world.real.pagesBeginning('')) {
    const bytes = await world.real.loadDraft(name);
    if (bytes instanceof Uint8Array) kept.push(new TextDecoder().decode(bytes));
  }
  assert.doesNotMatch(kept.join('\n'), /XX00AB1234/);
});

test('nor what was erased a moment before its form was closed, which was emptied by then', async (t) => {
  const { world, panel, asked, uri, forms } = await formWithEditor(t);
  const operation = world.ports.settings.operation('rc-advanced');
  const { whole } = await printOf(world.ledger, operation, '{"rc_number":"XX00AB1234"}');
  await world.real.eraseInput(whole);
  await until(
    async () => {
      const { draft } = (await asked('page/ready', null)) as FormState;
      return (draft.fields.rc_number ?? '') === '' ? true : undefined;
    },
    () => 'it is not emptied',
    5000,
  );
  // Its editor closes with what it held; the form is closed, too, and VS Code saves that editor late.
  panel.dispose();
  await rest(graceMs);
  await forms.bodies.write(uri, '{"rc_number":"XX00AB1234","remark":"x"}').catch(() => undefined);
  const kept: string[] = [];
  for (const name of await world.real.pagesBeginning('')) {
    const bytes = await world.real.loadDraft(name);
    if (bytes instanceof Uint8Array) kept.push(new TextDecoder().decode(bytes));
  }
  assert.doesNotMatch(kept.join('\n'), /XX00AB1234/);
});
