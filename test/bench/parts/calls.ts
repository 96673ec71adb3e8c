import type { Calls } from '../host/protocol.ts';
import type { Hosts } from '../hosts.ts';
import { median, type Row } from '../table.ts';

const perHost = 25;

/** From ledger.begin to settled, against a sandbox in another process, beside plain undici in the same hosts. */
export async function measureCallTimes(hosts: Hosts, rounds: number): Promise<readonly Row[]> {
  const runs: Calls[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await hosts.fresh((host) => host.job('calls', { later: perHost, raw: perHost })));
  }
  const later = runs.flatMap((run) => run.laterMs);
  const raw = runs.flatMap((run) => run.rawMs);
  return [
    { what: 'send to settled, later calls', unit: 'ms', values: later },
    { what: 'raw undici, kept alive', unit: 'ms', values: raw },
    { what: 'difference of the medians', unit: 'ms', values: [median(later) - median(raw)] },
    { what: 'send to settled, first call of a host', unit: 'ms', values: runs.map((run) => run.firstMs) },
    { what: 'ledger and client loaded and opened', unit: 'ms', values: runs.map((run) => run.openMs) },
  ];
}
