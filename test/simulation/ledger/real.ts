import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import { operations } from '../../../src/contract/operations.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import type { World } from '../world.ts';
import type { Backend, History } from './backend.ts';

const sealingKey = new Uint8Array(createHash('sha256').update('a key of the simulator').digest());
/** In memory where the system has such a place: nothing of a run is to be kept. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const newFolder = (): string => mkdtempSync(join(place, 'simulation-'));

function open(folder: string, clock: Pick<LedgerOptions, 'now' | 'uptime' | 'newId'>): Promise<Backend> {
  return openLedger({
    ...clock,
    folder,
    sealing: {
      current: async () => ({ id: 'a-key', key: sealingKey }),
      find: async (id: string) => (id === 'a-key' ? sealingKey : null),
    },
    // A page keeps the text of whatever operation it was used for, below its turn; inputs are told by their prints.
    inputs: async () => ({
      marks: () => [],
      names: () => [],
      words: () => [],
      folded: () => '',
      observed: () => {
        throw new Error('nothing under test learns from older orders');
      },
      bodies: (kept) => {
        const body = kept.slice(kept.indexOf('\n') + 1);
        return operations.flatMap((operation) =>
          [body, comparedBody(operation, body)].map((one) => ({ operation: operation.id, body: one })),
        );
      },
    }),
    machine: 'a-machine',
    pollMs: 3_600_000,
  });
}

/** An empty history, made once: to make the file takes longer than a run does. */
let template: Promise<string> | null = null;

async function makeTemplate(): Promise<string> {
  const folder = newFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const ledger = await open(folder, { now: () => 1, newId: () => '' });
  await ledger.close();
  return folder;
}

/** The real ledger: a file, which each window opens for itself. */
export function realHistory(world: World): History {
  const folder = newFolder();
  const opened: Backend[] = [];
  let isFilled = false;
  return {
    open: async () => {
      template ??= makeTemplate();
      const from = await template;
      if (!isFilled) cpSync(from, folder, { recursive: true });
      isFilled = true;
      const ledger = await open(folder, {
        now: () => world.clock.now(),
        // The computer has been on for a month: so nobody takes a clock that was set for a restart.
        uptime: () => 2_592_000_000 + world.scheduler.time,
        newId: () => world.newId(),
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
