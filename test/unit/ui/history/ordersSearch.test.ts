import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { operations } from '../../../../src/contract/operations.ts';
import { root } from '../../../support/paths.ts';
import { until } from '../../../support/processes.ts';
import { aFolder, aWindow, keyRing, newOrder } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const { ordersPage } = await import('../../../../src/ui/history/ordersPage.ts');

const event = () => ({ dispose: () => undefined });

/** The page of a history with one order, whose keyring may be locked since. */
async function aPage(t: TestContext) {
  const tabs = tabsOfPages(t);
  const folder = aFolder(t);
  const before = await aWindow(t, folder);
  await before.begin(newOrder('one'));
  await before.close();
  const keys = keyRing('a-key');
  const ledger = await aWindow(t, folder, keys);
  const errors: string[] = [];
  const services = {
    extensionUri: { path: root },
    ledger: async () => ledger,
    operations: () => operations,
    environments: { all: () => [], onDidChange: event },
    now: Date.now,
    log: {
      warn: (...words: string[]) => errors.push(words.join(' ')),
      error: (...words: string[]) => errors.push(words.join(' ')),
    },
  };
  const page = ordersPage(services as never);
  t.after(() => page.dispose());
  await page.open();
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  await until(
    () => (panel.posted.length > 0 ? true : undefined),
    () => 'The page was told nothing.',
    30_000,
  );
  return { panel, keys };
}

type Posted = {
  readonly kind: string;
  readonly failure?: { readonly message: string };
  readonly payload?: { readonly found: string };
};

function foundIn(posted: readonly Posted[]): readonly (string | undefined)[] {
  return posted.filter(({ kind }) => kind === 'event').map(({ payload }) => payload?.found);
}

async function comes(holds: () => boolean, posted: readonly Posted[]): Promise<void> {
  await until(
    () => (holds() ? true : undefined),
    () => JSON.stringify(posted),
    30_000,
  );
}

test('a search that fails is said on the page, whose list stays', async (t) => {
  const { panel, keys } = await aPage(t);
  keys.names.length = 0;
  keys.find = () => Promise.reject(new Error('the keyring is locked'));
  panel.posted.length = 0;
  panel.asks('orders/find', { text: 'XX00AB1234' });
  const posted = panel.posted as Posted[];
  const failuresSaid = () =>
    posted.filter(({ kind }) => kind === 'failure').map(({ failure }) => failure?.message);
  await comes(() => failuresSaid().length > 0, posted);
  const failures = failuresSaid();
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /^The search failed; the previous list is still shown: /);
  panel.asks('orders/find', { text: '' });
  const found = () => foundIn(posted);
  await comes(() => found().length > 0, posted);
  assert.deepEqual(found(), ['']);
});

test('of several searches the last one counts, also where an earlier one takes longer', async (t) => {
  const { panel } = await aPage(t);
  panel.posted.length = 0;
  panel.asks('orders/find', { text: 'XX00AB1234' });
  panel.asks('orders/find', { text: '' });
  const posted = panel.posted as Posted[];
  await comes(() => foundIn(posted).at(-1) === '', posted);
  await rest(50);
  assert.equal(foundIn(posted).at(-1), '');
});
