import type { TestContext } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { askingFrom, formServices } from './formServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { RequestPage } = await import('../../../../src/ui/panels/requestPage.ts');
const { emptyDraft } = await import('../../../../src/ui/panels/draft.ts');
const { newForm } = await import('../../../../src/ui/panels/formStart.ts');

const quiet = () => undefined;

/** A form with an input in it, on a ledger of its own, and the newest state that its page was told. */
export async function aShownForm(
  t: TestContext,
  prepare: (world: Awaited<ReturnType<typeof aWorld>>) => void,
) {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  prepare(world);
  const { services, operation } = formServices(world);
  const panel = tabs.aPanel('form');
  const draft = { ...emptyDraft(operation()), fields: { rc_number: 'XX00AB0001' } };
  const bodies = { closeSoon: quiet, formChanged: quiet };
  const start = newForm(services as never, draft, null);
  const page = new RequestPage(services as never, panel as never, start, bodies as never);
  t.after(() => page.dispose());
  const ask = askingFrom(panel);
  const last = (): FormState | undefined =>
    panel.posted
      .flatMap((one) => {
        const { result, payload = result } = one as { result?: FormState; payload?: FormState };
        return payload?.mode === 'form' ? [payload] : [];
      })
      .at(-1);
  const shows = (found: (state: FormState) => boolean): Promise<FormState> =>
    until(
      async () => [last()].find((state) => state !== undefined && found(state)),
      () => JSON.stringify(last()),
      10_000,
    );
  await ask('page/ready', null);
  return { world, page, ask, shows };
}
