// What each bundle weighs and why, and whether that is within the budget. Bytes as written; gzip for what it adds to the package.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../../..');
/** Bytes at most: of the package, of what is read at activation, and of each bundle. Lower a figure when it has become smaller. */
export const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'));

/** What is read before anything is used: the manifest by VS Code, the entry by Node, and right after it what is shown. */
const readAtActivation = ['package.json', 'dist/extension.js', 'dist/window.js'];

const partsShown = 8;

/** A library by its name, our own code by its folder. */
function partOf(input) {
  const library = [...input.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
  if (library !== undefined) return library;
  const folders = input.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'ui' ? 3 : 2).join('/') || input;
}

function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}

function partsOf({ inputs }) {
  const parts = new Map();
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    const part = partOf(input);
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  return [...parts].filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
}

const line = (...columns) =>
  columns.map((column, index) => (index === 0 ? column.padEnd(34) : String(column).padStart(10))).join('');

/** @param {string[]} files paths below the root @returns {string} a line for each */
export function sizes(files) {
  const rows = files.sort().map((file) => {
    const bytes = readFileSync(join(root, file));
    return line(file, bytes.length, gzipSync(bytes, { level: 9 }).length, budget.files[file] ?? '');
  });
  return [line('', 'bytes', 'gzip', 'budget'), ...rows].join('\n');
}

/** The largest parts of each bundle, and what stands in more than one. @returns {string} */
export function report(outputs) {
  const scripts = Object.entries(outputs).filter(([file]) => file.endsWith('.js'));
  const homes = new Map();
  const lines = [];
  for (const [file, output] of scripts.sort(([, a], [, b]) => b.bytes - a.bytes)) {
    lines.push('', line(file, output.bytes));
    for (const [part, bytes] of partsOf(output).slice(0, partsShown)) lines.push(line(`  ${part}`, bytes));
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs))
      if (bytesInOutput > 0) homes.set(input, [...(homes.get(input) ?? []), bytesInOutput]);
  }
  const extra = [...homes]
    .map(([input, all]) => [input, sum(all) - Math.max(...all), all.length])
    .filter(([, more]) => more > 0)
    .sort(([, a], [, b]) => b - a);
  lines.push('', line('In more than one bundle', sum(extra.map(([, more]) => more))));
  for (const [input, more, times] of extra.slice(0, partsShown))
    lines.push(line(`  ${input.replace(/^.*node_modules\//, '')}`.slice(0, 33), more, `${times} times`));
  return lines.join('\n');
}

/** Sentences about what is over its budget, or has none. @param {string[]} files @returns {string[]} */
export function overBudget(files) {
  const bytesOf = (file) => statSync(join(root, file)).size;
  const found = files
    .filter((file) => !(bytesOf(file) <= budget.files[file]))
    .map((file) => `${file} has ${bytesOf(file)} bytes, its budget is ${budget.files[file] ?? 'not named'}.`);
  const activation = sum(readAtActivation.map(bytesOf));
  if (activation > budget.activation)
    found.push(`Activation reads ${activation} bytes, its budget is ${budget.activation}.`);
  return found;
}
