import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { RequestMap } from '../../../../src/protocol/frames.ts';
import type { OrdersChoice, OrdersRequests } from '../../../../src/protocol/orders.ts';
import type { UsageChoice, UsageRequests } from '../../../../src/protocol/usage.ts';
import { type Losses, ordersLosses, usageLosses } from '../../../../webview/afterLoss.ts';
import { createClient } from '../../../../webview/client.ts';
import { LastChoice } from '../../../../webview/lastChoice.ts';
import { root } from '../../../support/paths.ts';
import { until } from '../../../support/processes.ts';
import { acme, altered } from '../../../support/simulatedPorts.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

/* Of two choices on a page the second may come while a busy history, as one that erases, still reads for the first: both count. */

const { ordersPage } = await import('../../../../src/ui/history/ordersPage.ts');
const { usagePage } = await import('../../../../src/ui/usage/usagePage.ts');

const quiet = () => undefined;
const event = () => ({ dispose: quiet });
const later = () => quiet;

/** A history that reads for nobody until it is `open`, and then at once. */
function busyHistory(ledger: Awaited<ReturnType<typeof aLedger>>['ledger']) {
  const free = Promise.withResolvers<void>();
  let reading = 0;
  let isBusy = false;
  const late = async <T>(read: () => Promise<T>): Promise<T> => {
    reading += 1;
    if (isBusy) await free.promise;
    return read().finally(() => {
      reading -= 1;
    });
  };
  const slow = altered(ledger, {
    distinct: () => late(() => ledger.distinct()),
    usage: (asked) => late(() => ledger.usage(asked)),
  });
  const becomesBusy = (): void => {
    isBusy = true;
  };
  const opens = (): void => {
    isBusy = false;
    free.resolve();
  };
  return { slow, becomesBusy, opens, reading: () => reading };
}

async function aWindow(t: TestContext) {
  const tabs = tabsOfPages(t);
  const { ledger } = await aLedger(t);
  const history = busyHistory(ledger);
  const services = {
    extensionUri: { path: root },
    ledger: async () => history.slow,
    environments: { all: () => [acme], current: () => acme, find: () => acme, onDidChange: event },
    now: () => noon,
    log: { warn: quiet, error: quiet },
  };
  return { tabs, history, services: services as never };
}

/** Two choices on the page that was opened last, the second while the history reads for the first; what is shown in the end. */
async function twice<R extends RequestMap<R>, Choice extends object>(
  { tabs: { panels }, history }: Awaited<ReturnType<typeof aWindow>>,
  losses: Losses<R>,
  method: keyof R & string,
  [first, second]: readonly [Partial<Choice>, Partial<Choice>],
): Promise<Choice> {
  const panel = panels.at(-1);
  assert.ok(panel !== undefined);
  const shown: Choice[] = [];
  const client = createClient<R, { readonly choice: Choice }>(
    { postMessage: (message) => panel.hears(message) },
    ({ payload }) => shown.push(payload.choice),
    { life: 'life', losses, later, unheard: () => undefined },
  );
  panel.webview.postMessage = async (message) => {
    client.receive(message);
    return true;
  };
  const ready = (await client.request('page/ready' as typeof method, null as never)) as { choice: Choice };
  shown.push(ready.choice);
  // As the pages do.
  const last = new LastChoice<Choice>();
  const choose = (change: Partial<Choice>): Promise<void> => {
    const known = shown.at(-1) ?? assert.fail('nothing is shown');
    return last.ask({ ...last.over(known), ...change }, (chosen) => client.request(method, chosen as never));
  };
  const reads = (count: number) => () => history.reading() === count || undefined;
  history.becomesBusy();
  const chosen = [choose(first)];
  await until(reads(1), () => 'The first choice reads nothing.', 10_000);
  chosen.push(choose(second));
  // What the second does before it reads, it has done.
  for (let turns = 0; turns < 5; turns += 1) await turn();
  history.opens();
  await Promise.all(chosen);
  await until(reads(0), () => 'The history is still read.', 10_000);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  return shown.at(-1) ?? assert.fail('nothing is shown');
}

test('on the orders page', async (t) => {
  const opened = await aWindow(t);
  const page = ordersPage(opened.services);
  t.after(() => page.dispose());
  await page.open();
  const choices = [{ preset: 'today' }, { environment: acme.name }] as const;
  const { preset, environment } = await twice<OrdersRequests, OrdersChoice>(
    opened,
    ordersLosses,
    'orders/choose',
    choices,
  );
  assert.deepEqual([preset, environment], ['today', acme.name]);
});

test('on the usage page', async (t) => {
  const opened = await aWindow(t);
  const page = usagePage(opened.services, {} as never);
  t.after(() => page.dispose());
  await page.open();
  const choices = [{ period: 'today' }, { environment: null }] as const;
  const { period, environment } = await twice<UsageRequests, UsageChoice>(
    opened,
    usageLosses,
    'usage/choose',
    choices,
  );
  assert.deepEqual([period, environment], ['today', null]);
});
