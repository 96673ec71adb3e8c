import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tampering } from './tamperings.ts';

export type When = 'before' | 'after';

const few =
  'JSON.parse JSON.stringify Promise AbortController Uint8Array URL setTimeout setImmediate clearTimeout Buffer.from Buffer.alloc Object.keys RegExp ' +
  'Array.prototype.includes Number.prototype.toString Function.prototype.call Map.prototype.get Error.captureStackTrace';

const many =
  'fetch Buffer.concat Buffer.isBuffer URL.parse TextDecoder TextEncoder structuredClone queueMicrotask setInterval Promise.all Promise.race ' +
  'Promise.withResolvers Map Set WeakMap Date Date.now Math.min Math.max Math.random Object.assign Object.entries Object.fromEntries ' +
  'Object.freeze Object.hasOwn Object.create Reflect.apply Reflect.get Array.from Array.isArray Number String Symbol Error performance.now ' +
  'process.nextTick process.emitWarning process.hrtime process.cwd crypto.randomUUID WebAssembly.instantiate WebAssembly.Module Intl.NumberFormat Proxy ' +
  'FinalizationRegistry WeakRef BigInt encodeURIComponent decodeURIComponent Promise.prototype.then Promise.prototype.catch ' +
  'Array.prototype.map Array.prototype.filter Array.prototype.some Array.prototype.push Array.prototype.join Array.prototype.find ' +
  'Array.prototype.forEach Array.prototype.flatMap Array.prototype.slice Map.prototype.set Map.prototype.has Set.prototype.add Set.prototype.has ' +
  'String.prototype.replace String.prototype.split String.prototype.startsWith String.prototype.trim String.prototype.toLowerCase ' +
  'RegExp.prototype.exec RegExp.prototype.test Function.prototype.apply Object.prototype.hasOwnProperty Object.prototype.toString ' +
  'Uint8Array.prototype.subarray Uint8Array.prototype.set Buffer.prototype.toString Buffer.prototype.copy TextDecoder.prototype.decode ' +
  'TextEncoder.prototype.encode AbortSignal.prototype.addEventListener WeakMap.prototype.get Date.prototype.getTime Error.prepareStackTrace';

const sources = join(import.meta.dirname, '../../../../src');

/** Functions that our sources take from modules of Node, by module. */
function taken(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync('**/*.ts', { cwd: sources })) {
    for (const [, names = '', module = ''] of readFileSync(join(sources, file), 'utf8').matchAll(
      /^import \{([^}]*)\} from 'node:([\w/]+)';$/gm,
    )) {
      const own = found.get(module) ?? new Set();
      // Classes are what Node itself makes sockets and streams of.
      for (const name of names.split(','))
        if (/^\s*[a-z]\w*( as \w+)?\s*$/.test(name)) own.add(name.trim().split(' ')[0] ?? '');
      // By it Node reads all code: where it throws, nothing of ours or of others is loaded any more.
      own.delete('readFileSync');
      found.set(module, own);
    }
  }
  return new Map([...found].map(([module, names]) => [module, [...names]]));
}

const throws = "function () { throw new Error('by a neighbour'); }";

function functionsOf(module: string, names: readonly string[]): string {
  return `const m = require('node:${module}'); for (const n of ${JSON.stringify(names)}) if (typeof m[n] === 'function') Object.defineProperty(m, n, { __proto__: null, configurable: true, writable: true, value: ${throws} });`;
}

/** Functions that throw: those that most rest on, or all; and the functions that we take of each module of Node. */
export function thrown(all: boolean): readonly Tampering[] {
  const paths = (all ? `${few} ${many}` : few).split(' ');
  return [
    ...paths.map((path) => ({
      name: `${path} throws`,
      line: `globalThis.${path} = ${throws};`,
      // An answer is told before anything is cleared up.
      held: path === 'clearTimeout' ? (['before', 'after'] as const) : [],
    })),
    ...[...taken()].map(([module, names]) => ({
      name: `what we take of node:${module} throws`,
      line: functionsOf(module, names),
      // Functions of node:path call one another by those names.
      held: module === 'path' ? [] : (['after'] as const),
    })),
  ];
}
