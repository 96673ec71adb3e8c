import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { drawing, drawingFile } from '../../support/house.ts';
import { read, root, sourceFiles } from './sources.ts';

const documents = [
  ...globSync('docs/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/')),
  'src/README.md',
  'CONTRIBUTING.md',
].sort();

/** Headings of a document, as they are written. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** A heading as a link names it. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Files and folders that a document names between backticks; such without a folder of the project stand below src. */
function filesNamed(text: string): string[] {
  const code = text.replaceAll(/```[\s\S]*?```/g, '');
  const named = [...code.matchAll(/`([\w./@-]+)`/g)].map(([, name = '']) => name);
  const folders = /^(\.ci|docs|l10n|media|src|test|webview)\//;
  const parts =
    /^(batch|calls|client|contract|imports|ledger|protocol|requests|sandbox|snippets|tables|ui)\//;
  return named.flatMap((name) => {
    if (folders.test(name)) return [name];
    return parts.test(name) ? [`src/${name}`] : [];
  });
}

/** Links to other documents and their headings that lead nowhere. */
function deadLinks(file: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [path = '', heading = ''] = link.split('#');
    const to = path === '' ? file : posix.join(dirname(file), path);
    if (!existsSync(join(root, to))) return true;
    return heading !== '' && !headings(read(to)).some((one) => anchor(one) === heading);
  });
}

/** What comments point to: a document and, between quotes, one or more of its headings, also over several lines. */
function sectionsNamed(source: string): (readonly [file: string, heading: string])[] {
  const text = source.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
  return [...text.matchAll(/(docs\/\w+\.md)((?:,? (?:and )?"[^"]+")+)/g)].flatMap(
    ([, file = '', names = '']) =>
      [...names.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => [file, heading] as const),
  );
}

describe('the drawing of the house', () => {
  it('is what its script makes of the imports', () => {
    assert.equal(read(drawingFile), drawing(), 'run: node test/support/house.ts');
  });

  it('shows the lazy bundles and the way from page to protocol', () => {
    const text = drawing();
    assert.match(text, /^ {2}window ==> ledger$/m);
    assert.match(text, /^ {2}webview -\.-> protocol$/m);
    assert.match(
      text,
      /^\| `dist\/client\.js` \| `src\/client\/client\.ts` \| .*`client`.* \| .*`undici`.* \|$/m,
    );
  });
});

describe('documents', () => {
  it('name only files that are there', () => {
    const gone = documents.flatMap((file) =>
      filesNamed(read(file))
        .filter((name) => !existsSync(join(root, name)))
        .map((name) => `${file}: ${name}`),
    );
    assert.ok(documents.flatMap((file) => filesNamed(read(file))).length > 80);
    assert.deepEqual(gone, []);
  });

  it('link to files and headings that are there', () => {
    assert.deepEqual(
      documents.flatMap((file) => deadLinks(file, read(file)).map((link) => `${file}: ${link}`)),
      [],
    );
    assert.deepEqual(
      deadLinks('docs/design.md', '[a](service.md#limits) [b](none.md) [c](service.md#none)'),
      ['none.md', 'service.md#none'],
    );
  });

  it('have the sections that comments name, and comments name no other documents', () => {
    const files = [...sourceFiles(), ...globSync('test/**/*.ts', { cwd: root })];
    const named = files.flatMap((file) => sectionsNamed(read(file)).map((one) => [file, ...one] as const));
    assert.ok(named.length > 30, `only ${named.length} found`);
    const unknown = named.filter(([, file, heading]) => !headings(read(file)).includes(heading));
    assert.deepEqual(unknown, []);
    // In pieces, so that this file does not hold what it looks for.
    const old = new RegExp(`service-${'interface'}|\\b${'design'} §|\\b${'design'}\\.md §`);
    assert.deepEqual(
      files.filter((file) => old.test(read(file))),
      [],
    );
  });
});
