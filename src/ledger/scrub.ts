import { Worker } from 'node:worker_threads';
import { durability } from './durability.ts';

/** Runs on a thread of its own: rewriting a large file takes seconds, in which the extension host must go on. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(workerData.file);
db.exec('PRAGMA busy_timeout = 10000; PRAGMA secure_delete = ON;' + workerData.durable);
db.exec(workerData.whole ? 'VACUUM' : 'PRAGMA incremental_vacuum');
const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
db.close();
parentPort.postMessage(busy === 0);
`;

/**
 * Removes what deleting leaves behind. `secure_delete` overwrites deleted cells, but a page that was split keeps copies
 * of the cells it gave away: only writing the whole file anew removes those for certain. The log is emptied in the end.
 * @param whole write the whole file anew; else freed pages leave the file, and such copies may stay
 * @returns false when another window read the file all the while, so that the log still holds old pages
 */
export function scrub(file: string, whole: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { file, whole, durable: durability(process.platform) },
    });
    worker.once('message', (done: unknown) => resolve(done === true));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that removes traces ended early')));
  });
}
