import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { formServices } from './formServices.ts';

const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { answer } = await import('../../calls/batch/aRun.ts');
const { RequestPage } = await import('../../../../src/ui/panels/requestPage.ts');
const { emptyDraft } = await import('../../../../src/ui/panels/draft.ts');
const { newForm } = await import('../../../../src/ui/panels/formStart.ts');

const quiet = () => undefined;

/** A form whose call was answered with this code, and the states its page was told. */
async function aFormWith(t: TestContext, code: string, status: number, charged: boolean) {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => answer(code, status, charged);
  const { services, operation } = formServices(world);
  const panel = tabs.aPanel('form');
  const draft = { ...emptyDraft(operation()), fields: { rc_number: 'XX00AB0001' } };
  const bodies = { closeSoon: quiet, formChanged: quiet };
  const start = newForm(services as never, draft, null);
  const page = new RequestPage(services as never, panel as never, start, bodies as never);
  t.after(() => page.dispose());
  panel.asks('page/ready', null);
  const last = (): FormState | undefined =>
    panel.posted
      .flatMap((one) => {
        const { result, payload = result } = one as { result?: FormState; payload?: FormState };
        return payload?.mode === 'form' ? [payload] : [];
      })
      .at(-1);
  const shows = (found: (state: FormState) => boolean): Promise<unknown> =>
    until(
      async () => {
        const state = last();
        return state !== undefined && found(state) ? state : undefined;
      },
      () => JSON.stringify(last()?.answer),
      10_000,
    );
  await shows(() => true);
  assert.equal(await page.sendEdited(), true);
  await shows((state) => state.answer !== null);
  const record = (outcome: Exclude<OrderSummary['resolved'], null>): Promise<void> =>
    world.ledger.resolve(page.answered() as OrderId, { at: world.now, outcome, note: '', pasted: null });
  return { world, last, shows, record };
}

test('the answer of a form follows what is recorded of its order elsewhere', async (t) => {
  const { last, shows, record } = await aFormWith(t, 'ACCEPTED', 202, true);
  const before = last()?.answer;
  assert.equal(before?.recorded, undefined);
  assert.notEqual(before?.advice, '');
  await record('still-open');
  await shows(({ answer }) => answer?.recorded?.isClosed === false);
  assert.equal(last()?.answer?.advice, before?.advice);
  await record('verified');
  await shows(({ answer }) => answer?.recorded?.isClosed === true);
  assert.match(last()?.answer?.recorded?.headline ?? '', /^Recorded: verified \(you, /);
  assert.deepEqual([last()?.answer?.meaning, last()?.answer?.advice], ['', '']);
  // What the service answered stays what it was.
  assert.equal(last()?.answer?.headline, before?.headline);
  // At the same moment of the clock, as another outcome.
  await record('negative');
  await shows(({ answer }) => answer?.recorded?.headline.startsWith('Recorded: negative') === true);
});
