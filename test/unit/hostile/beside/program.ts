import type { When } from './thrown.ts';

/**
 * A process in which another extension tampers with what all share, before ours is loaded or after, and one call of ours is made: the gate
 * from the sources, ledger and client as they are built. Plain code of its own: it must tell what happened whatever is broken around it.
 * Its arguments: one JSON of `Job`. It prints one line of JSON, `Told`.
 */
export interface Job {
  /** What the neighbour runs; may call `steal`. */
  readonly line: string;
  readonly when: When;
  /** Files to load: the gate, the client, the ledger. */
  readonly core: string;
  readonly client: string;
  readonly ledger: string;
  readonly folder: string;
  /** Where to send; each gets one call. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly marker: string;
  /** PEM of whom the calls trust. */
  readonly authority: string;
  /** PEM of an authority that nobody trusts. */
  readonly impostor: string;
  /** Where a neighbour leads others: a port, and a path of a socket. */
  readonly trapPort: number;
  readonly trapPath: string;
  /** Ms after which a call that has not ended is given up. */
  readonly patienceMs: number;
}

export interface Told {
  /** For each url: what our call came to. */
  readonly calls: readonly string[];
  /** Our key or input, where the neighbour was handed it. */
  readonly stolen: readonly string[];
  /** What of the neighbour's is another than before. */
  readonly changed: readonly string[];
}

/** The program, as a file for `node`. */
export const program = `
'use strict';
const job = JSON.parse(process.argv[2]);
const { writeSync } = require('node:fs');
const write = writeSync, stringify = JSON.stringify, exit = process.reallyExit.bind(process), wait = setTimeout, text = String;
const includes = Function.prototype.call.bind(String.prototype.includes);
const errorOf = (error) => { try { return text(error && (error.stack || error.message) || error); } catch { return 'unprintable'; } };
const calls = [], stolen = [], changed = [];
let ended = false;
const end = () => {
  if (ended) return;
  ended = true;
  write(1, '{"calls":' + listed(calls) + ',"stolen":' + listed(stolen) + ',"changed":' + listed(changed) + '}');
  exit(0);
};
// Of texts alone: a neighbour's toJSON is asked of objects.
const listed = (texts) => {
  let out = '[';
  for (let at = 0; at < texts.length; at += 1) out += (at === 0 ? '' : ',') + stringify(texts[at]);
  return out + ']';
};
const latin1 = Function.prototype.call.bind(Buffer.prototype.latin1Slice);
globalThis.steal = (what) => {
  let seen = '';
  try {
    if (typeof what === 'string') seen = what;
    else if (ArrayBuffer.isView(what)) seen = latin1(what, 0, what.byteLength);
    else return;
  } catch { return; }
  if (includes(seen, job.key)) stolen[stolen.length] = 'key';
  if (includes(seen, job.marker)) stolen[stolen.length] = 'input';
};
process.on('uncaughtException', (error) => { calls[calls.length] = 'crashed: ' + errorOf(error); end(); });
process.on('unhandledRejection', (error) => { calls[calls.length] = 'unhandled: ' + errorOf(error); end(); });
const snapshot = (${snapshot.toString()});
const differences = (${differences.toString()});
const tamper = () => new Function('require', 'job', 'steal', job.line)(require, job, globalThis.steal);
let parts;
const load = () => {
  try {
    parts = { core: require(job.core), client: require(job.client), ledger: require(job.ledger) };
    return true;
  } catch (error) { calls[calls.length] = 'not loaded: ' + errorOf(error); return false; }
};
// What Node itself loads late is loaded before anything is compared.
for (const name of require('node:module').builtinModules) if (!/^_|trace_events|inspector|wasi|sys|punycode|repl|test|sea/.test(name)) require(name);
void [globalThis.fetch, globalThis.crypto, globalThis.WebSocket, globalThis.navigator];
const run = async () => {
  let before;
  if (job.when === 'before') tamper();
  if (job.line === '') before = snapshot();
  if (!load()) return end();
  if (job.when === 'after') {
    // Our first call comes later than what others do as they start.
    tamper();
  }
  for (const url of job.urls) {
    let over = false;
    wait(() => { if (!over) { calls[calls.length] = 'hangs'; end(); } }, job.patienceMs);
    try { calls[calls.length] = await parts.core.oneCall(job, url, parts); }
    catch (error) { calls[calls.length] = 'threw: ' + errorOf(error); }
    over = true;
  }
  if (before !== undefined) for (const one of differences(before, snapshot())) changed[changed.length] = one;
  end();
};
run().catch((error) => { calls[calls.length] = 'threw: ' + errorOf(error); end(); });
`;

/** Every property of what all extensions share: globals, modules of Node, their classes and prototypes; its value's identity and flags. */
function snapshot(): Map<object, Map<PropertyKey, PropertyDescriptor>> {
  const found = new Map<object, Map<PropertyKey, PropertyDescriptor>>();
  const visit = (value: unknown, depth: number): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    if (found.has(value) || depth > 4) return;
    const own = new Map<PropertyKey, PropertyDescriptor>();
    found.set(value, own);
    for (const key of Reflect.ownKeys(value)) {
      // Node's own books of what is loaded.
      if (/^(_cache|_pathCache|mainModule|moduleLoadList)$/.test(String(key)) || value === module) continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
      if (descriptor === undefined) continue;
      own.set(key, descriptor);
      visit(descriptor.value, depth + 1);
    }
    visit(Reflect.getPrototypeOf(value), depth + 1);
  };
  visit(globalThis, 0);
  for (const name of require('node:module').builtinModules) {
    if (!/^_|trace_events|inspector|wasi|sys|punycode|repl|test|sea/.test(name)) visit(require(name), 0);
  }
  return found;
}

function differences(
  before: Map<object, Map<PropertyKey, PropertyDescriptor>>,
  after: Map<object, Map<PropertyKey, PropertyDescriptor>>,
): readonly string[] {
  const list: string[] = [];
  for (const [owner, own] of before) {
    const now = after.get(owner);
    const name = typeof owner === 'function' ? owner.name : (owner.constructor?.name ?? 'an object');
    for (const key of new Set([...own.keys(), ...(now?.keys() ?? [])])) {
      const [was, is] = [own.get(key), now?.get(key)];
      const parts = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;
      if (was === undefined || is === undefined) {
        list.push(`${name}.${String(key)} ${was === undefined ? 'added' : 'gone'}`);
      } else if (parts.some((part) => !Object.is(was[part], is[part]))) list.push(`${name}.${String(key)}`);
    }
  }
  return list;
}
