import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { askingFrom, formServices } from './formServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');

test('a form whose extension host crashed comes back as it was, in place of its dead tab', async (t) => {
  const world = await aWorld(t);
  const tabs = tabsOfPages(t);
  const { services, operation } = formServices(world);
  const shows = async (forms: InstanceType<typeof Forms>) => {
    await forms.show('rc-advanced');
    const panel = tabs.panels.at(-1);
    assert.ok(panel !== undefined);
    const ask = askingFrom(panel);
    return { ask, state: (await ask('page/ready', null)) as FormState };
  };
  const runs = (host: number) => host !== 1;
  const crashed = new Forms(services as never, () => undefined, { own: 1, runs });
  const first = await shows(crashed);
  const fields = { ...first.state.draft.fields, rc_number: 'XX00AB0001' };
  await first.ask('draft/save', { ...first.state.draft, fields });

  const next = new Forms(services as never, () => undefined, { own: 2, runs });
  tabs.unshown.groups.splice(0, 1, [tabs.tab(pageViewType, operation().title)]);
  const { state } = await shows(next);
  assert.deepEqual(tabs.unshown.groups, [[]]);
  assert.equal(state.draft.fields.rc_number, 'XX00AB0001');
  assert.deepEqual([state.draft.draftId, state.problem], [first.state.draft.draftId, null]);
  for (const one of [next, crashed]) {
    one.windowEnds();
    one.dispose();
  }
});
