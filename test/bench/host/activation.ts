import Module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { idle, pause } from './idle.ts';
import type { Activation } from './protocol.ts';

const mib = 1024 * 1024;

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('this host gives no way to collect garbage');
  return () => gc();
}

/** Collects until nothing more goes: finalizers and weak references take several rounds. */
async function heapAfter(collect: () => void): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20; round += 1) {
    collect();
    const now = process.memoryUsage().heapUsed;
    if (round > 3 && used - now < 16 * 1024) return Math.min(used, now);
    used = now;
    await pause(100);
  }
  return used;
}

/** Node's own loader, which VS Code's sits on; not in the types. */
interface Loader {
  _load(request: string, ...rest: readonly unknown[]): unknown;
}

/** Times the loading of one file, wherever in VS Code it is asked for. */
function timeLoading(file: string): { ms(): number; stop(): void } {
  const loader = Module as unknown as Loader;
  const load = loader._load;
  let took = Number.NaN;
  loader._load = function timed(this: unknown, request, ...rest) {
    if (request !== file) return load.call(this, request, ...rest);
    const started = performance.now();
    const loaded = load.call(this, request, ...rest);
    took = performance.now() - started;
    return loaded;
  };
  return {
    ms: () => took,
    stop: () => {
      loader._load = load;
    },
  };
}

/** Activates an extension that is not active yet, in a host that has come to rest. */
export async function measureActivation(id: string): Promise<Activation> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not in this host`);
  if (extension.isActive) throw new Error(`${id} is active already`);
  await idle();
  const collect = collector();
  await heapAfter(collect);
  await idle();
  const heapBefore = await heapAfter(collect);
  const rssBefore = process.memoryUsage().rss;
  const main = vscode.Uri.joinPath(extension.extensionUri, String(extension.packageJSON.main)).fsPath;
  const loading = timeLoading(main);
  const started = performance.now();
  await extension.activate();
  const activateMs = performance.now() - started;
  // What an extension puts off until right after it stands before this in the queue, and holds up others for as long.
  await new Promise((resolve) => setImmediate(resolve));
  const afterwardsMs = performance.now() - started - activateMs;
  loading.stop();
  if (Number.isNaN(loading.ms())) throw new Error(`${main} was not loaded by activation`);
  await pause(3000);
  const rssAddedMiB = (process.memoryUsage().rss - rssBefore) / mib;
  const heapAddedMiB = ((await heapAfter(collect)) - heapBefore) / mib;
  return { requireMs: loading.ms(), activateMs, afterwardsMs, heapAddedMiB, rssAddedMiB };
}
