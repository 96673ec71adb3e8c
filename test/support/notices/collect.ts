import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './licences.ts';

/** What of esbuild's metafile is read here. */
export interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** What packages do not say of themselves; supplied.json. */
export interface Supplied {
  /** Packages that were published without a text, by name: their notice, and the package whose terms are theirs. */
  readonly packages: Readonly<Record<string, { readonly notice: string; readonly termsOf: string }>>;
  /** Works of others inside a package. `folder` is from node_modules. */
  readonly inside: readonly {
    readonly folder: string;
    readonly name: string;
    readonly licence: string;
    readonly notice: string;
    readonly termsOf: string;
  }[];
  /** Files that the build copies; `text` is the licence's file in the package. */
  readonly copied: readonly {
    readonly file: string;
    readonly package: string;
    readonly name: string;
    readonly licence: string;
    readonly text: string;
    readonly note: string;
  }[];
}

const ours = /^(src|webview)\//;
/** What a plugin of the build wrote: `dispatch-only:undici`. */
const made = /^[a-z-]+:(?!.*node_modules)/;
const library = /^(?:[a-z-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Inputs of which something is left in an output. */
function inputsOf(metafiles: readonly Metafile[]): readonly string[] {
  const used = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([input]) => input),
    ),
  );
  return [...new Set(used)].sort();
}

/** Folders of the packages that something is taken from; throws where an input is neither ours nor of a package. */
export function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const folders = new Set<string>();
  for (const input of inputsOf(metafiles)) {
    const folder = library.exec(input)?.[1];
    if (folder !== undefined) folders.add(folder);
    else if (!ours.test(input) && !made.test(input))
      throw new Error(`${input} is in the bundles, and nobody knows whose it is: take it from a package.`);
  }
  return [...folders];
}

function statedLicence(manifest: Record<string, unknown>): string {
  const { license } = manifest;
  if (typeof license === 'string') return license;
  if (typeof license === 'object' && license !== null && 'type' in license) return String(license.type);
  return '';
}

function authorOf({ author }: Record<string, unknown>): string {
  if (typeof author === 'object' && author !== null && 'name' in author) return String(author.name);
  return typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : '';
}

/** The licence's own file; under Apache-2.0, section 4(d), with the package's NOTICE. */
function textOf(folder: string, licence: string): string | null {
  const files = readdirSync(folder).sort();
  const file = files.find((name) => /^(licen[cs]e|copying|unlicense)(\.(md|txt))?$/i.test(name));
  if (file === undefined) return null;
  const notices = licence.includes('Apache-2.0')
    ? files.filter((name) => /^notice(\.(md|txt))?$/i.test(name))
    : [];
  return [file, ...notices].map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

function partIn(folder: string): Part {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const licence = statedLicence(manifest);
  return {
    name: String(manifest.name),
    version: String(manifest.version),
    licence,
    text: textOf(folder, licence),
    by: authorOf(manifest),
    note: '',
  };
}

/** The terms of somebody else's MIT text under this notice; null where it is no such text. */
function withNotice(notice: string, text: string | null): string | null {
  const terms = /^[ \t]*Permission is hereby granted[\s\S]*/m.exec(text ?? '')?.[0];
  return terms === undefined ? null : `${notice}\n\n${terms}`;
}

const list = 'test/support/notices/supplied.json';

/** Parts of one build, read from its node_modules. */
class Collector {
  private readonly root: string;
  private readonly metafiles: readonly Metafile[];
  private readonly supplied: Supplied;

  constructor(root: string, metafiles: readonly Metafile[], supplied: Supplied) {
    this.root = root;
    this.metafiles = metafiles;
    this.supplied = supplied;
  }

  private packageNamed(name: string): Part {
    const folder = join(this.root, 'node_modules', name);
    if (!existsSync(folder))
      throw new Error(`${name}, which ${list} names, is not installed: correct it there.`);
    return partIn(folder);
  }

  /** Whole packages, those without a text with the one supplied. */
  packages(): readonly Part[] {
    const found = packagesOf(this.metafiles).map((folder) => partIn(join(this.root, folder)));
    const needless = Object.keys(this.supplied.packages).find(
      (name) => !found.some((part) => part.name === name && part.text === null),
    );
    if (needless !== undefined)
      throw new Error(`${needless} needs no text, or is not in the bundles: take it out of ${list}.`);
    return found.map((part) => {
      const own = this.supplied.packages[part.name];
      if (own === undefined) return part;
      return { ...part, text: withNotice(own.notice, this.packageNamed(own.termsOf).text) };
    });
  }

  /** Works of others inside packages. */
  inside(): readonly Part[] {
    const inputs = inputsOf(this.metafiles);
    return this.supplied.inside.map(({ folder, name, licence, notice, termsOf }) => {
      if (!inputs.some((input) => input.includes(`node_modules/${folder}`)))
        throw new Error(`Nothing of ${folder} is in the bundles: take ${name} out of ${list}.`);
      const home = /^(@[^/]+\/)?[^/]+/.exec(folder)?.[0] ?? folder;
      const version = `(as in ${home} ${this.packageNamed(home).version})`;
      const text = withNotice(notice, this.packageNamed(termsOf).text);
      return { name, version, licence, text, by: '', note: '' };
    });
  }

  /** @param shipped files of dist, from the root; each is an output or on the list of what is copied */
  copied(shipped: readonly string[]): readonly Part[] {
    const built = new Set(this.metafiles.flatMap(({ outputs }) => Object.keys(outputs)));
    const known = new Set(this.supplied.copied.map(({ file }) => file));
    const unknown = shipped.find((file) => !built.has(file) && !known.has(file));
    if (unknown !== undefined)
      throw new Error(`${unknown} is in no metafile: say in ${list} under "copied" whose it is.`);
    return this.supplied.copied
      .filter(({ file }) => shipped.includes(file))
      .map(({ package: home, name, licence, text, note }) => {
        const { version, by } = this.packageNamed(home);
        const file = join(this.root, 'node_modules', home, text);
        return {
          name,
          version,
          licence,
          text: existsSync(file) ? readFileSync(file, 'utf8') : null,
          by,
          note,
        };
      });
  }
}

/**
 * Everything of others in what was built.
 *
 * @param root the folder that inputs and `node_modules` are below
 * @param shipped files of dist, from the root
 * @throws a sentence where a file's origin is not known, or where `supplied` says what is not so
 */
export function collectParts(
  root: string,
  metafiles: readonly Metafile[],
  shipped: readonly string[],
  supplied: Supplied,
): readonly Part[] {
  const collector = new Collector(root, metafiles, supplied);
  const all = [...collector.packages(), ...collector.inside(), ...collector.copied(shipped)];
  // The same package may lie in node_modules more than once.
  return [...new Map(all.map((part) => [`${part.name} ${part.version}`, part])).values()];
}
