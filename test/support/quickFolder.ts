import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from './paths.ts';

const memory = '/dev/shm';
/** Bytes: editors, browsers and histories of a run leave a third of it at most. */
const needed = 4 * 1024 ** 3;

/**
 * Has what this process and all it starts put into temporary folders kept in memory, where that is to be had. Each order waits for
 * the disk twice, which took a third of all tests of the history; nothing but a power cut can tell the difference, and no test cuts
 * the power. The bench does not use it: users' disks are slow.
 */
export function useQuickFolder(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'vx-'));
  if (!runsPrograms(folder)) {
    removeFolder(folder);
    return;
  }
  // As open as the folder it stands for: proxies and some tests run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => removeFolder(folder));
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed;
  } catch {
    return false;
  }
}

/** Some machines mount it so that nothing in it can be run. */
function runsPrograms(folder: string): boolean {
  const file = join(folder, 'tried');
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(file).status === 0;
}
