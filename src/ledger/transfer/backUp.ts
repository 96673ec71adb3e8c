import { randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { BackedUp } from '../../calls/ports/transferPorts.ts';
import { copyFile } from '../copying.ts';
import { movingName, removeFile } from '../fileNames.ts';
import { createPrivate } from '../privateFile.ts';
import type { TransferMeans } from './means.ts';
import { readSealed, writeSealed } from './sealedFile.ts';

/** What stands before the database in a backup: its length as four bytes, big-endian, then this as JSON. */
export interface Contents {
  readonly orders: number;
  /** Sealing keys by the names that the database uses, hexadecimal. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Every seal the file may name. */
async function gatherKeys({
  store,
  sealing,
}: TransferMeans): Promise<{ keys: Record<string, string>; lost: number }> {
  const rows = await store.read(() => store.sql('SELECT id FROM seals').all());
  const keys: Record<string, string> = {};
  let lost = 0;
  for (const { id } of rows) {
    const key = await sealing.find(String(id));
    if (key === null) lost += 1;
    else keys[String(id)] = Buffer.from(key).toString('hex');
  }
  return { keys, lost };
}

function fileStart(contents: Contents): Buffer {
  const json = Buffer.from(JSON.stringify(contents), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

async function* partsOf(start: Buffer, copy: string): AsyncGenerator<Uint8Array> {
  yield start;
  yield* createReadStream(copy, { highWaterMark: 1 << 20 });
}

/** Seals a database file with the keys that it needs. */
export async function sealCopy(
  target: string,
  passphrase: string,
  contents: Contents,
  copy: string,
  cost?: number,
): Promise<void> {
  const start = fileStart(contents);
  await writeWhole(target, passphrase, start.length + statSync(copy).size, partsOf(start, copy), cost);
}

async function writeWhole(
  target: string,
  passphrase: string,
  bytes: number,
  source: AsyncIterable<Uint8Array>,
  cost: number | undefined,
): Promise<void> {
  // A name that nothing else has: what stands beside the target is not ours to touch.
  const partial = `${target}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(partial, 'wx', 0o600);
  try {
    const key = await writeSealed(file, passphrase, bytes, source, cost).finally(() => file.close());
    // A backup nobody can open is worse than none: it is read once before it counts.
    for await (const chunk of readSealed(partial, key)) chunk.fill(0);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Through SQLite's own backup, never a copy of a live file. The copy it makes lies in the ledger's folder, sealed like the ledger
 * itself, and goes at the end; what a crash leaves goes when a ledger is opened next.
 */
export async function backUp(means: TransferMeans, target: string, passphrase: string): Promise<BackedUp> {
  const { store, names } = means;
  const copy = movingName(names);
  createPrivate(copy);
  try {
    const { keys, lost } = await gatherKeys(means);
    await copyFile(names, copy);
    const orders = await store.read(() =>
      Number(store.sql('SELECT count(*) AS n FROM orders').get()?.n ?? 0),
    );
    await sealCopy(target, passphrase, { orders, keys }, copy, means.passphraseCost);
    return { orders, lostKeys: lost };
  } finally {
    removeFile(copy);
  }
}
