import { rmSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Lets something be written that gets its final name only once it is whole: what fails, is given up, or is under way as the
 * window closes leaves nothing. It stands meanwhile in a new folder beside the target, for its owner alone, so nothing but
 * what is ours is ever removed.
 * @param write makes a file or a folder of the path it is given; null = given up
 * @throws what `write` throws, and where a folder that holds something has the target's name
 */
export async function writeBeside<T>(
  target: string,
  write: (path: string) => Promise<T | null>,
): Promise<T | null> {
  const folder = await mkdtemp(join(dirname(target), '.verification-'));
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', leave);
  try {
    const path = join(folder, basename(target));
    const written = await write(path);
    if (written !== null) await rename(path, target);
    return written;
  } finally {
    process.off('exit', leave);
    await rm(folder, { recursive: true, force: true });
  }
}
