import type { TestContext } from 'node:test';
import type { CallRequest, Exchange } from '../../../../src/calls/ports/ports.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import { standInForVscode } from '../vscodeStandIn.ts';
import { formServices } from './formServices.ts';

await standInForVscode();
const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { verified } = await import('../../calls/batch/aRun.ts');
const { RequestPage } = await import('../../../../src/ui/panels/requestPage.ts');
const { emptyDraft } = await import('../../../../src/ui/panels/draft.ts');
const { draftOfPage, pageId } = await import('../../../../src/calls/ports/ids.ts');
const { printOf } = await import('../../../../src/calls/inputs/compared.ts');

const asksFor = '{"rc_number":"XX00AB0001"}';
const event = () => ({ dispose: () => undefined });

/** As VS Code's own: whatever is asked of a panel that was closed throws. */
function aPanel() {
  const panel = {
    closed: false,
    webview: { onDidReceiveMessage: event, postMessage: async () => true },
    onDidChangeViewState: event,
    get visible(): boolean {
      if (panel.closed) throw new Error('Webview is disposed');
      return true;
    },
    get active(): boolean {
      if (panel.closed) throw new Error('Webview is disposed');
      return true;
    },
  };
  return panel;
}

/** A form whose Send waits for what VS Code says of the proxy, on a ledger of its own. */
export async function aFormAsking(t: TestContext) {
  const world = await aWorld(t);
  world.answers = [plain];
  const told = Promise.withResolvers<Phrase | null>();
  const asked = Promise.withResolvers<void>();
  const requests: CallRequest[] = [];
  world.portFaults = {
    transport: async () => ({
      refuses: () => {
        asked.resolve();
        return told.promise;
      },
      send: async (request): Promise<Exchange> => {
        requests.push(request);
        return verified;
      },
    }),
  };
  const operation = world.ports.settings.operation('rc-advanced');
  const quiet = () => undefined;
  const { services } = formServices(world);
  const panel = aPanel();
  const id = pageId('11111111-2222-4333-8444-555555555555');
  const start = { page: id, seen: 0, draft: emptyDraft(operation), last: null, problem: null };
  const bodies = { closeSoon: quiet, formChanged: quiet };
  const page = new RequestPage(services as never, panel as never, start, bodies as never);
  t.after(() => page.dispose());
  const draft = { draftId: draftOfPage(id, 0), tab: 'json', fields: {}, json: asksFor };
  const submitting = page as unknown as { submit(draft: unknown): Promise<unknown> };
  const submitted = submitting.submit(draft).catch((error: unknown) => error);
  await asked.promise;
  return {
    page,
    requests,
    /** VS Code says that no proxy is needed, and the press comes to its end. */
    saidNone: async () => {
      told.resolve(null);
      await submitted;
    },
    /** The user closes the tab: VS Code disposes the panel, and then tells so. */
    close: () => {
      panel.closed = true;
      page.dispose();
    },
    /** Another window erases everything about the input. */
    eraseElsewhere: async () => {
      const { whole } = await printOf(world.ledger, operation, asksFor);
      await world.real.eraseInput(whole);
    },
    orders: async () => {
      const { orders } = await world.real.list({ group: 'all', limit: 5, after: null });
      return orders.map(({ state, outcome }) => `${state} ${outcome}`);
    },
  };
}
