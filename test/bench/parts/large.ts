import type { FrameLocator } from 'playwright-core';
import { webview } from '../../support/workbench.ts';
import { benchEnvironment } from '../environment.ts';
import type { FreshHost, Hosts } from '../hosts.ts';
import type { Row } from '../table.ts';

const bytes = 10_000_000;
/** The sandbox's magic registration number for an answer of `sandbox_amount` bytes. */
const body = JSON.stringify({ rc_number: 'XX00EN0010', sandbox_amount: bytes });

interface Painted {
  readonly paintedMs: number;
  readonly longestFrameGapMs: number;
  readonly stallMs: number;
  readonly rssMiB: number;
}

/**
 * In the page: from the press of Send, as the event says, to the first frame after the one that draws the headline of a
 * new answer; and the longest time between two frames meanwhile.
 */
const arm = `(() => {
  const headline = () => document.querySelector('[role=region][data-outcome]:not([data-outcome=""])');
  const before = headline()?.dataset.orderId ?? '';
  const bench = (globalThis.bench = { pressed: null, painted: null, gap: 0 });
  let last = performance.now();
  const tick = (now) => {
    bench.gap = Math.max(bench.gap, now - last);
    last = now;
    if (bench.painted === null) requestAnimationFrame(tick);
  };
  document.addEventListener('click', (event) => {
    bench.pressed = event.timeStamp;
    last = performance.now();
    requestAnimationFrame(tick);
  }, { capture: true, once: true });
  const watch = new MutationObserver(() => {
    const shown = headline();
    if (bench.pressed === null || shown === null || shown.dataset.orderId === before) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { bench.painted = performance.now(); };
      channel.port2.postMessage(null);
    });
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
})()`;

const read = `new Promise((resolve) => {
  const end = performance.now() + 60000;
  const look = () => {
    const { pressed, painted, gap } = globalThis.bench;
    if (painted !== null) resolve({ ms: painted - pressed, gap });
    else if (performance.now() > end) resolve(null);
    else setTimeout(look, 50);
  };
  look();
})`;

async function fillJson(form: FrameLocator): Promise<void> {
  await form.getByRole('tab', { name: 'JSON', exact: true }).click();
  await form.getByRole('textbox', { name: 'JSON body' }).fill(body);
}

async function sendOnce(host: FreshHost, form: FrameLocator): Promise<Painted> {
  const page = form.locator('body');
  // The draft is saved and checked once typing has stopped; that is not part of this.
  await host.page.waitForTimeout(1500);
  await page.evaluate(arm);
  await host.job('watch', null);
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const painted: { ms: number; gap: number } | null = await page.evaluate(read);
  // What follows the headline (writing, history) is waited for: it may stall the host, too.
  await host.page.waitForTimeout(1500);
  const { worstStallMs, rssAddedMiB } = await host.job('watched', null);
  if (painted === null) throw new Error('The headline was not painted within 60 s.');
  return {
    paintedMs: painted.ms,
    longestFrameGapMs: painted.gap,
    stallMs: worstStallMs,
    rssMiB: rssAddedMiB,
  };
}

async function inFreshHost(host: FreshHost, environment: string): Promise<readonly [Painted, Painted]> {
  await host.job('openForm', { environment });
  const form = await webview(host.page);
  await fillJson(form);
  const first = await sendOnce(host, form);
  return [first, await sendOnce(host, form)];
}

/** A 10 MB answer from the press of Send to its headline on the screen: first and second of each fresh host. */
export async function measureLarge(hosts: Hosts, rounds: number): Promise<readonly Row[]> {
  const own: (readonly [Painted, Painted])[] = [];
  const other: (readonly [Painted, Painted])[] = [];
  const wire: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    other.push(await hosts.fresh((host) => inFreshHost(host, benchEnvironment)));
    own.push(await hosts.fresh((host) => inFreshHost(host, 'Sandbox')));
    wire.push(
      await hosts.fresh(async (host) => {
        await host.job('rawLarge', { body });
        return (await host.job('rawLarge', { body })).ms;
      }),
    );
  }
  const firsts = other.map(([first]) => first);
  const seconds = other.map(([, second]) => second);
  const embedded = own.map(([first]) => first);
  const of = (all: readonly Painted[], name: keyof Painted) => all.map((one) => one[name]);
  return [
    {
      what: 'Send to headline painted, first',
      unit: 'ms',
      values: of(firsts, 'paintedMs'),
      aim: 500,
      toBeat: 2616,
    },
    { what: '  worst stall of the host', unit: 'ms', values: of(firsts, 'stallMs'), aim: 100, toBeat: 347 },
    { what: '  longest frame gap of the page', unit: 'ms', values: of(firsts, 'longestFrameGapMs') },
    { what: '  RSS added', unit: 'MiB', values: of(firsts, 'rssMiB') },
    { what: 'Send to headline painted, second', unit: 'ms', values: of(seconds, 'paintedMs'), aim: 500 },
    { what: '  worst stall of the host', unit: 'ms', values: of(seconds, 'stallMs'), aim: 100 },
    { what: 'Send to headline painted, embedded sandbox', unit: 'ms', values: of(embedded, 'paintedMs') },
    { what: '  worst stall of the host', unit: 'ms', values: of(embedded, 'stallMs') },
    { what: 'raw undici, the same answer as text', unit: 'ms', values: wire },
  ];
}
