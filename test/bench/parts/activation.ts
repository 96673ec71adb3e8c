import type { Activation } from '../host/protocol.ts';
import type { Hosts } from '../hosts.ts';
import { emptyId, extensionId, registeringId } from '../stage.ts';
import { median, type Row } from '../table.ts';

/** Cold activation beside an empty extension and one that only registers what we contribute: each in a fresh host, in turn. */
export async function measureActivations(
  hosts: Hosts,
  emptyHosts: Hosts,
  registeringHosts: Hosts,
  rounds: number,
): Promise<readonly Row[]> {
  const ours: Activation[] = [];
  const empty: Activation[] = [];
  const registering: Activation[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await hosts.fresh((host) => host.job('activate', { id: extensionId })));
    empty.push(await emptyHosts.fresh((host) => host.job('activate', { id: emptyId })));
    registering.push(await registeringHosts.fresh((host) => host.job('activate', { id: registeringId })));
  }
  const of = (all: readonly Activation[], name: keyof Activation) => all.map((one) => one[name]);
  // What VS Code itself takes for an extension that does nothing is the floor.
  const aim = 1.5 * median(of(empty, 'activateMs'));
  return [
    { what: 'activate', unit: 'ms', values: of(ours, 'activateMs'), aim, toBeat: 315 },
    { what: '  of which require', unit: 'ms', values: of(ours, 'requireMs') },
    { what: 'right after it: views and status bar', unit: 'ms', values: of(ours, 'afterwardsMs') },
    { what: 'activate, empty extension', unit: 'ms', values: of(empty, 'activateMs') },
    { what: '  of which require', unit: 'ms', values: of(empty, 'requireMs') },
    { what: 'activate, registrations alone', unit: 'ms', values: of(registering, 'activateMs') },
    { what: 'heap added, after GC', unit: 'MiB', values: of(ours, 'heapAddedMiB'), aim: 2, toBeat: 14.4 },
    { what: 'heap added, empty extension', unit: 'MiB', values: of(empty, 'heapAddedMiB') },
    { what: 'RSS added, 3 s after', unit: 'MiB', values: of(ours, 'rssAddedMiB'), toBeat: 19.1 },
    { what: 'RSS added, empty extension', unit: 'MiB', values: of(empty, 'rssAddedMiB') },
  ];
}
