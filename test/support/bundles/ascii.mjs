// What the bundler leaves of letters beyond ASCII, in regular expressions and tagged templates, as escapes. One such letter makes V8
// keep the whole source at two bytes a letter, read it more slowly, and VS Code send a page's HTML so.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const beyond = /[^\0-\x7f]/g;

/**
 * The same script: an escape says the same in a literal of any kind, but in the raw text of a tagged template, which none of ours reads.
 * @param {string} script minified, without comments
 * @throws where such a letter stands behind a backslash, with which an escape would be read otherwise
 */
export function inAscii(script) {
  const escaped = /\\[^\0-\x7f]/.exec(script);
  if (escaped !== null)
    throw new Error(`"${escaped[0]}" cannot be written as an escape: take its backslash away.`);
  return script.replace(beyond, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {string[]} files paths below the root; those of scripts are rewritten */
export function writeInAscii(files) {
  for (const file of files.filter((one) => one.endsWith('.js'))) {
    const path = join(root, file);
    writeFileSync(path, inAscii(readFileSync(path, 'utf8')));
  }
}
