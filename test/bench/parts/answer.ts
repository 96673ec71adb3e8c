import type { ConsoleMessage } from 'playwright-core';
import { until } from '../../support/processes.ts';
import type { FreshHost, Hosts } from '../hosts.ts';
import type { Row } from '../table.ts';

const later = 4;

type Kind = 'ours' | 'floor';

interface Shown {
  /** From the command, as the host starts it, to the first frame after the one with the answer's headline. */
  readonly ms: number;
  /** Longest time the host's event loop did not turn meanwhile, and in the second after. */
  readonly stallMs: number;
}

const word = 'bench painted ';

/**
 * In VS Code's frame around each webview that opens from now on, for what stands in it is written there by VS Code: says when
 * an answer was painted, in ms since the epoch.
 */
const watch = `(() => {
  const answer = '[role=region][data-outcome]:not([data-outcome=""])';
  const look = () => {
    const page = document.querySelector('iframe#active-frame')?.contentDocument;
    if (page?.querySelector(answer) == null) {
      requestAnimationFrame(look);
      return;
    }
    const channel = new MessageChannel();
    channel.port1.onmessage = () => console.log('${word}' + (performance.timeOrigin + performance.now()));
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
})()`;

async function showOnce(host: FreshHost, kind: Kind, body: string): Promise<Shown> {
  const { page } = host;
  await host.job('watch', null);
  const times: number[] = [];
  const hear = (line: ConsoleMessage): void => {
    if (line.text().startsWith(word)) times.push(Number(line.text().slice(word.length)));
  };
  page.on('console', hear);
  const { startedAt } = await host.job('answer', { kind, body });
  // A tab of before may have been painted meanwhile.
  const painted = await until(
    () => times.find((one) => one > startedAt),
    () => 'No answer was painted within 60 s.',
    60_000,
  );
  page.off('console', hear);
  await page.waitForTimeout(1000);
  const { worstStallMs } = await host.job('watched', null);
  return { ms: painted - startedAt, stallMs: worstStallMs };
}

async function inFreshHost(host: FreshHost, kind: Kind, bodies: readonly string[]): Promise<Shown[]> {
  await host.page.addInitScript(watch);
  const all: Shown[] = [];
  for (const body of bodies) all.push(await showOnce(host, kind, body));
  return all;
}

function rowsOf(who: string, runs: readonly (readonly Shown[])[]): Row[] {
  const first = runs.flatMap((run) => run.slice(0, 1));
  const others = runs.flatMap((run) => run.slice(1));
  const row = (what: string, of: readonly Shown[], name: keyof Shown): Row => ({
    what,
    unit: 'ms',
    values: of.map((one) => one[name]),
  });
  return [
    row(`command to answer painted, first${who}`, first, 'ms'),
    row('  worst stall of the host', first, 'stallMs'),
    row(`command to answer painted, later${who}`, others, 'ms'),
    row('  worst stall of the host', others, 'stallMs'),
  ];
}

const who: Readonly<Record<Kind, string>> = { ours: '', floor: ', floor' };

/**
 * A request file from its command to its answer in a new tab, the first of a host and later ones, beside the same steps of
 * VS Code and undici without us.
 */
export async function measureAnswers(
  hosts: Hosts,
  rounds: number,
  bodies: readonly string[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const runs: Record<Kind, Shown[][]> = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['floor', 'ours'] as const)
      runs[kind].push(await hosts.fresh((host) => inFreshHost(host, kind, bodies)));
  for (const kind of ['ours', 'floor'] as const) rows.push(...rowsOf(who[kind], runs[kind]));
  return rows;
}

/** Different registration numbers, each answered with about 1 kB: the same one again would be another matter for the preflight. */
export const smallAnswers: readonly string[] = Array.from({ length: later + 1 }, (_, turn) =>
  JSON.stringify({ rc_number: `XX00AB${1000 + turn}` }),
);

/** The sandbox's magic number for an answer of `sandbox_amount` bytes: 10 MB. */
export const largeAnswers: readonly string[] = ['XX00EN0010'].map((rc_number) =>
  JSON.stringify({ rc_number, sandbox_amount: 10_000_000 }),
);
