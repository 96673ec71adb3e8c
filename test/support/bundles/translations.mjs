import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../../..');

/** The one that the sources use, in whichever Node this runs. */
async function naming() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/contract/sentenceName.ts')],
    write: false,
    format: 'esm',
  });
  const { sentenceName } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return sentenceName;
}

/**
 * @param {Readonly<Record<string, string>>} bundle translations by English sentence
 * @param {(english: string) => string} nameOf
 * @returns {Record<string, string>} the same by name, without what is not translated; throws for two of one name
 */
export function byName(bundle, nameOf) {
  const named = {};
  for (const [english, translated] of Object.entries(bundle)) {
    const name = nameOf(english);
    if (Object.hasOwn(named, name))
      throw new Error(`Two sentences are called ${name}; one of them: ${english}`);
    named[name] = translated;
  }
  return named;
}

/** Writes dist/l10n: what is translated, by short names. @returns {Promise<string[]>} files below the root */
export async function writeTranslations() {
  const nameOf = await naming();
  mkdirSync(join(root, 'dist/l10n'), { recursive: true });
  const files = readdirSync(join(root, 'l10n')).filter((file) => /^bundle\.l10n\.[\w-]+\.json$/.test(file));
  return files.map((file) => {
    const to = `dist/l10n/${file}`;
    const bundle = byName(JSON.parse(readFileSync(join(root, 'l10n', file), 'utf8')), nameOf);
    writeFileSync(join(root, to), JSON.stringify(bundle));
    return to;
  });
}
