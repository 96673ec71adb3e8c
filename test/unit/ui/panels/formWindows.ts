import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { closedForms } from '../../../../src/calls/ports/ids.ts';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { askingFrom, formServices } from './formServices.ts';

const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { printOf } = await import('../../../../src/calls/inputs/compared.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');

/** A window that goes on ends a form a second after its tab. */
export const graceMs = 1300;

type World = Awaited<ReturnType<typeof aWorld>>;
type Means = ReturnType<typeof formServices> & { readonly tabs: ReturnType<typeof tabsOfPages> };

/** Processes of extension hosts. */
const running = new Set<number>();
let hosts = 0;

/** Forms of one window; another window of the same history has its own, and its own extension host. */
export function aWindow(t: TestContext, world: World, means: Means) {
  const { services, operation, tabs } = means;
  hosts += 1;
  const own = hosts;
  running.add(own);
  const forms = new Forms(services as never, () => undefined, { own, runs: (host) => running.has(host) });
  t.after(() => {
    forms.windowEnds();
    forms.dispose();
  });
  const last = () => {
    const panel = tabs.panels.at(-1);
    assert.ok(panel !== undefined);
    const ask = askingFrom(panel);
    const shown = async () => (await ask('page/ready', null)) as FormState;
    const typed = async (rc_number: string) => {
      const { draft } = await shown();
      return { ...draft, fields: { ...draft.fields, rc_number } };
    };
    return {
      panel,
      ask,
      shown,
      typed,
      type: async (rc_number: string) => ask('draft/save', await typed(rc_number)),
    };
  };
  return {
    forms,
    last,
    /** Its extension host ends, in whatever way. */
    hostEnds: () => running.delete(own),
    open: async () => {
      await forms.show('rc-advanced');
      return last();
    },
    /** Types it into a form that is opened, and closes that. */
    leave: async (rc_number: string) => {
      await forms.show('rc-advanced');
      await last().type(rc_number);
      last().panel.dispose();
    },
    kept: async () => (await world.real.pagesBeginning(closedForms('rc-advanced'))).length,
    fill: (json: string) => forms.fill(operation(), json, null),
    erase: async (rc_number: string) => {
      const { whole } = await printOf(world.ledger, operation(), JSON.stringify({ rc_number }));
      await world.real.eraseInput(whole);
    },
  };
}

export async function aDesk(t: TestContext) {
  const world = await aWorld(t);
  const means = { ...formServices(world), tabs: tabsOfPages(t) };
  return { world, means, tabs: means.tabs, ...aWindow(t, world, means) };
}

export const plateOf = ({ draft }: FormState) => draft.fields.rc_number ?? '';

/** Closes a form for good while its Send is asked about. @returns what settles the question */
export async function closedAsked({
  world,
  open,
}: Pick<Awaited<ReturnType<typeof aDesk>>, 'world' | 'open'>) {
  const choice = Promise.withResolvers<typeof plain | undefined>();
  const asked = Promise.withResolvers<void>();
  world.portFaults = {
    ask: () => {
      asked.resolve();
      return choice.promise;
    },
  };
  const page = await open();
  page.panel.asks('call/submit', await page.typed('XX00AB0001'));
  await asked.promise;
  page.panel.dispose();
  await rest(graceMs);
  return choice;
}
