import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { formServices } from './formServices.ts';
import { aDesk, aWindow, closedAsked, plateOf } from './formWindows.ts';

const { aFolder, aWindow: aLedgerOf } = await import('../../ledger/aLedger.ts');
const { plain, World } = await import('../../calls/sending/aSending.ts');
const { printOf } = await import('../../../../src/calls/inputs/compared.ts');

const asksFor = '{"rc_number":"XX00AB0001"}';

test('what another window erases just before a form is put aside whose Send is asked about does not leave', async (t) => {
  const folder = aFolder(t);
  // A window looks for what others wrote every half second; here it is a second, so that nothing hangs on the machine.
  const ledger = await aLedgerOf(t, folder, undefined, { pollMs: 1000 });
  const elsewhere = await aLedgerOf(t, folder);
  const world = new World(ledger);
  const means = { ...formServices(world), tabs: tabsOfPages(t) };
  const { forms, open } = aWindow(t, world, means);
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
  const { whole } = await printOf(elsewhere, means.operation(), asksFor);
  page.panel.dispose();
  await rest(100);
  await elsewhere.eraseInput(whole);
  // The next form is opened, so the closed one is put aside before it has heard of that: the ledger takes nothing of it.
  await forms.show('rc-advanced');
  await rest(2500);
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 0);
});

test('what another window has taken of a closed form, and erased there, does not leave from the closed one either', async (t) => {
  const { world, means, open, erase } = await aDesk(t);
  const choice = await closedAsked({ world, open });
  const other = aWindow(t, world, means);
  assert.equal(plateOf(await (await other.open()).shown()), 'XX00AB0001');
  await erase('XX00AB0001');
  await rest(1500);
  assert.equal(plateOf(await other.last().shown()), '');
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 0);
});
