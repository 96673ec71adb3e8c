import { Worker } from 'node:worker_threads';
import { durability } from '../durability.ts';

/** Beside the extension host, which goes on meanwhile. Waits for other windows' statements on its own thread. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const { letShrink, migrate } = require(workerData.schema);
const db = new DatabaseSync(workerData.file);
db.exec('PRAGMA busy_timeout = 10000; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;' + workerData.durable);
migrate(db);
letShrink(db);
db.close();
parentPort.postMessage('done');
`;

/**
 * Brings a file to this version on a thread of its own, all of it or nothing.
 * @param schema file of schema.ts, as it runs
 * @throws what SQLite says, with its code
 */
export function upgradeApart(file: string, schema: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { file, schema, durable: durability(process.platform) },
    });
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that migrates the order history ended early')));
  });
}
