import type { Page } from 'playwright-core';
import { quickInput } from '../../support/workbench.ts';
import type { FreshHost, Hosts } from '../hosts.ts';
import type { Row } from '../table.ts';

const later = 5;

interface Lookup {
  /** From the command, as the host starts it, to its input box on the screen. */
  readonly boxMs: number;
  /** From Enter to the first frame after the one with the result's message. */
  readonly resultMs: number;
}

/** In the page: notes when an element with these words is first on the screen, in ms since the epoch. */
function watchFor(selector: string, words: string): string {
  return `(() => {
  const seen = (globalThis.benchSeen = { at: null });
  const shown = () => [...document.querySelectorAll(${JSON.stringify(selector)})]
    .some((one) => one.checkVisibility() && one.textContent.includes(${JSON.stringify(words)}));
  const look = () => {
    if (!shown()) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { seen.at = performance.timeOrigin + performance.now(); };
      channel.port2.postMessage(null);
    });
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
})()`;
}

const waitSeen = `new Promise((resolve) => {
  const end = performance.now() + 30000;
  const look = () => {
    if (globalThis.benchSeen.at !== null) resolve(globalThis.benchSeen.at);
    else if (performance.now() > end) resolve(null);
    else setTimeout(look, 20);
  };
  look();
})`;

const noteEnter = `document.addEventListener('keydown', (event) => {
  globalThis.benchEnter = performance.timeOrigin + event.timeStamp;
}, { capture: true, once: true })`;

async function seenAt(page: Page, what: string): Promise<number> {
  const at: number | null = await page.evaluate(waitSeen);
  if (at === null) throw new Error(`${what} was not painted within 30 s.`);
  return at;
}

async function lookUp(host: FreshHost, kind: 'ours' | 'floor', turn: number): Promise<Lookup> {
  const { page } = host;
  await page.evaluate(watchFor('.quick-input-widget', 'Enter sends.'));
  const { startedAt } = await host.job('lookup', { kind });
  const boxAt = await seenAt(page, 'The input box');
  // Another input each time: the same one again would be another matter for the preflight.
  await quickInput(page).fill(`XX00AB${String(1000 + turn)}`);
  // A host under test shows no toasts: its messages are painted in the list, which a click on the bell opens.
  await page.locator('#status\\.notifications').click();
  await page.locator('.notifications-center').waitFor();
  await quickInput(page).focus();
  await page.evaluate(
    watchFor(
      '.notifications-center .notification-list-item',
      kind === 'ours' ? 'insured to' : 'Floor answered',
    ),
  );
  await page.evaluate(noteEnter);
  await page.keyboard.press('Enter');
  const resultAt = await seenAt(page, 'The result');
  const enterAt: number = await page.evaluate('globalThis.benchEnter');
  await page.waitForTimeout(500);
  return { boxMs: boxAt - startedAt, resultMs: resultAt - enterAt };
}

async function inFreshHost(host: FreshHost, kind: 'ours' | 'floor'): Promise<readonly Lookup[]> {
  const all: Lookup[] = [];
  for (let turn = 0; turn <= later; turn += 1) all.push(await lookUp(host, kind, turn));
  return all;
}

/** A quick lookup from command to input box and from Enter to its result, beside the same two calls of VS Code without us. */
export async function measureLookups(hosts: Hosts, rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of ['ours', 'floor'] as const) {
    const runs: (readonly Lookup[])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await hosts.fresh((host) => inFreshHost(host, kind)));
    }
    const first = runs.flatMap((run) => run.slice(0, 1));
    const others = runs.flatMap((run) => run.slice(1));
    const who = kind === 'ours' ? '' : ', floor';
    rows.push(
      {
        what: `command to input box, first${who}`,
        unit: 'ms',
        values: first.map(({ boxMs }) => boxMs),
      },
      { what: `command to input box, later${who}`, unit: 'ms', values: others.map(({ boxMs }) => boxMs) },
      { what: `Enter to result, first${who}`, unit: 'ms', values: first.map(({ resultMs }) => resultMs) },
      { what: `Enter to result, later${who}`, unit: 'ms', values: others.map(({ resultMs }) => resultMs) },
    );
  }
  return rows;
}
