import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { draftId, pageOfDraft } from '../../../../src/calls/ports/ids.ts';
import { aDesk, graceMs, plateOf } from './formWindows.ts';

const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');

/** FormEnd.late: "VS Code saves the editor of its body, which closes with it, once the form is over: the next form has it." */
test('what the editor of a closed form saves while the next form takes that form up is in it', async (t) => {
  const { world, forms, open } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  const uri = bodyUri(pageOfDraft(draftId(draft.draftId)), 'rc-advanced');
  page.panel.dispose();
  await rest(graceMs);
  let saved: Promise<void> | null = null;
  world.faults = {
    loadDraft: async (name) => {
      const kept = await world.real.loadDraft(name);
      // All closed forms are read, and what left from each is looked for, before one is taken: VS Code saves the editor then.
      if (!name.startsWith('closed-')) return kept;
      saved ??= forms.bodies.write(uri, '{"rc_number":"XX00AB0002"}');
      await saved;
      return kept;
    },
  };
  const next = await open();
  const state = await next.shown();
  world.faults = {};
  assert.ok(saved !== null);
  const shown = `${plateOf(state)} ${state.draft.json}`;
  next.panel.dispose();
  await rest(graceMs);
  // In that form, or at least in the one after it.
  const { draft: after } = await (await open()).shown();
  assert.match(`${shown} ${after.fields.rc_number} ${after.json}`, /XX00AB0002/);
});
