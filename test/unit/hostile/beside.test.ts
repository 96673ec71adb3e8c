import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aStage, type Seen, type Stage } from './beside/run.ts';
import { type Broken, type Tampering, tamperings } from './beside/tamperings.ts';
import type { When } from './beside/thrown.ts';

/*
 * All extensions of a VS Code run in one process. Each row is a process in which one of them changed what all share, before ours was loaded
 * or after; ours makes a call to the service and one to an impostor whom it does not trust. What the servers saw is compared with what the
 * order history, opened by nobody's neighbour, says. `BESIDE=all` takes every function in turn, and each before and after; without it
 * those that break nothing of ours take turns.
 */
let stage: Stage;
before(async () => {
  stage = await aStage();
});
after(() => stage.close());

type Order = Seen['orders'][number];

/** What the history says of a call that came to a server, or did not; nothing where that is right. */
function misread(came: boolean, order: Order | undefined): string[] {
  if (!came) {
    const claims =
      order?.billing === 'billed' || (order?.outcome === 'verified' && order.state === 'settled');
    return claims ? [`recorded as ${order?.outcome}, ${order?.billing}: nothing came`] : [];
  }
  if (order === undefined) return ['lost: it came, and is not recorded'];
  const wrong = order.outcome === 'not-sent' || order.billing === 'free' || order.billing === 'refunded';
  return wrong ? [`recorded as ${order.outcome}, ${order.billing}: it was billed`] : [];
}

function broken(seen: Seen): { readonly promises: readonly Broken[]; readonly faults: readonly string[] } {
  const { told, service, impostor, orders } = seen;
  const promises: Broken[] = [];
  const faults: string[] = [];
  if (service.length > 1 || impostor.length > 1) faults.push('sent twice');
  if ('calls' in told && told.stolen.length > 0) promises.push('seen');
  if (impostor.length > 0 || seen.trapped) promises.push('led astray');
  if (seen.inClear.length > 0) promises.push('in clear');
  const ofService = orders.find(({ origin }) => origin === seen.origins.service);
  const wrong = misread(service.length > 0, ofService);
  if (wrong.some((one) => one.endsWith('it was billed'))) promises.push('misread');
  else faults.push(...wrong);
  faults.push(
    ...misread(
      impostor.length > 0,
      orders.find(({ origin }) => origin === seen.origins.impostor),
    ),
  );
  const said = 'calls' in told ? (told.calls[0] ?? '') : '';
  if (service.length > 0 && /^not-begun|Not sent|othing was (sent|billed)/.test(said))
    faults.push(`told: ${said}`);
  return { promises, faults };
}

async function row(tampering: Tampering, when: When): Promise<void> {
  const seen = await stage.see(tampering, when);
  const { promises, faults } = broken(seen);
  const shown = JSON.stringify(seen.told, null, 1);
  assert.deepEqual(faults, [], shown);
  assert.deepEqual(promises, tampering.breaks?.[when] ?? [], shown);
  if (tampering.held?.includes(when) !== true) return;
  assert.ok('calls' in seen.told, shown);
  assert.equal(seen.told.calls[0], 'settled verified billed', shown);
}

/** Each is a process of its own: half a second of a processor. */
function isTaken(at: number, when: When): boolean {
  const breaks = tamperings[at]?.breaks?.[when] !== undefined;
  return process.env.BESIDE === 'all' || breaks || (at % 2 === 0) === (when === 'before');
}

for (const when of ['before', 'after'] as const) {
  describe(`beside an extension that changed, ${when} ours was loaded,`, { concurrency: 2 }, () => {
    for (const one of tamperings.filter((_, at) => isTaken(at, when)))
      it(one.name, { timeout: 120_000 }, () => row(one, when));
  });
}

describe('what all extensions share', () => {
  it('is, once ours was loaded and made its calls, as it was', { timeout: 120_000 }, async () => {
    const { told, service } = await stage.see({ name: 'nobody', line: '' }, 'before');
    assert.ok('calls' in told);
    assert.equal(service.length, 1);
    assert.deepEqual(told.changed, []);
  });
});
