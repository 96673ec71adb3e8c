import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { World } from '../world.ts';
import type { Backend, History } from './backend.ts';

const sealingKey = new Uint8Array(createHash('sha256').update('a key of the simulator').digest());
/** In memory where the system has such a place: nothing of a run is to be kept. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The real ledger, a file that each window opens for itself. */
export function realHistory(world: World): History {
  const folder = mkdtempSync(join(place, 'simulation-'));
  const opened: Backend[] = [];
  return {
    open: async () => {
      const ledger = await openLedger({
        folder,
        sealing: {
          current: async () => ({ id: 'a-key', key: sealingKey }),
          find: async (id: string) => (id === 'a-key' ? sealingKey : null),
        },
        now: () => world.clock.now(),
        // The computer has been on for a while.
        uptime: () => 1_000_000 + world.scheduler.time,
        machine: 'a-machine',
        newId: () => world.newId(),
        pollMs: 3_600_000,
      });
      opened.push(ledger);
      return ledger;
    },
    clockSet: () => undefined,
    end: async () => {
      for (const ledger of opened) await ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
