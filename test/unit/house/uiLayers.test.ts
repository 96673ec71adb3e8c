import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Import, importsOf, sourceFiles } from './sources.ts';

/** Folders of src/ui that stand on one floor: none of them imports another one of these. */
interface Floor {
  readonly folders: readonly string[];
  readonly why: string;
}

/** From the ground up. A folder may import what stands below its floor, whatever it needs of it; nothing beside or above it. */
const floors: readonly Floor[] = [
  { folders: ['visible'], why: 'stands in place of the API of VS Code, for all that is built' },
  { folders: ['words'], why: 'words for what contract and calls name: phrases, orders, money' },
  { folders: ['base'], why: 'what this window works with: services, settings, keys, what is chosen' },
  {
    folders: ['places'],
    why: 'where files lie and how they are written there, on this computer or another',
  },
  {
    folders: ['start'],
    why: 'trees, status bar and watchers, which run from activation on; they show, features do',
  },
  {
    folders: ['asking'],
    why: 'what several features ask of their user, or read out of what a command was given',
  },
  { folders: ['sending'], why: 'what the one way of sending asks of VS Code' },
  { folders: ['answers'], why: 'an order and its answer as they are shown, wherever that is' },
  { folders: ['documents'], why: 'answers in editors and files, which pages and histories open' },
  { folders: ['shell'], why: 'what every kind of page stands in: panel, messages, what is kept of it' },
  {
    folders: [
      ...['batch', 'environments', 'fields', 'help', 'history', 'keyScan', 'lookup', 'observed', 'requests'],
      ...['snippets', 'spend', 'usage'],
    ],
    why: 'features: each could be taken out without touching another',
  },
  { folders: ['panels'], why: "forms and the order's page, which offer what features do" },
  { folders: ['runtime'], why: 'the list of the features' },
  { folders: ['commands'], why: 'what each command does with them' },
];

const floorOf = new Map(
  floors.flatMap(({ folders }, floor) => folders.map((folder) => [folder, floor] as const)),
);

/** The folder of src/ui that a file stands in; '' for one that stands loose, undefined outside of ui. */
function folderOf(file: string): string | undefined {
  const [src, ui, folder = '', ...more] = file.split('/');
  if (src !== 'src' || ui !== 'ui') return undefined;
  return more.length === 0 ? '' : folder;
}

/** Why an import within ui breaks the order, or null. Types count: what is known is depended upon. */
function breach({ from, to }: Import): string | null {
  const [here, there] = [folderOf(from), folderOf(to)];
  if (here === undefined || there === undefined || here === there) return null;
  const [floor, other] = [floorOf.get(here), floorOf.get(there)];
  if (floor === undefined) return `${from}: "${here}" stands on no floor`;
  if (other === undefined) return `${to}: "${there}" stands on no floor`;
  if (other < floor) return null;
  return other === floor ? `${from} looks into ${to}` : `${from} imports ${to}, which stands above it`;
}

const all = sourceFiles().flatMap(importsOf);

describe('the folders of ui', () => {
  it('all stand on one floor, and no file stands loose', () => {
    const files = sourceFiles();
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== undefined));
    assert.deepEqual([...folders].sort(), [...floorOf.keys()].sort());
    assert.equal(floorOf.size, floors.flatMap((floor) => floor.folders).length);
  });

  it('import nothing that stands above them, and no feature another one', () => {
    const breaches = all.map(breach).filter((sentence) => sentence !== null);
    assert.deepEqual(breaches, []);
    // So that a test that looks at nothing is noticed.
    const across = all.filter(
      ({ from, to }) => folderOf(to) !== undefined && folderOf(from) !== folderOf(to),
    );
    assert.ok(across.length > 300, `only ${across.length} imports between folders`);
  });

  it('would be caught where they did', () => {
    const wrong: readonly Import[] = [
      { from: 'src/ui/words/a.ts', to: 'src/ui/base/services.ts', kind: 'type' },
      { from: 'src/ui/base/a.ts', to: 'src/ui/panels/forms.ts', kind: 'value' },
      { from: 'src/ui/usage/a.ts', to: 'src/ui/history/compare.ts', kind: 'value' },
      { from: 'src/ui/loose.ts', to: 'src/ui/words/both/translate.ts', kind: 'value' },
      { from: 'src/ui/new/a.ts', to: 'src/ui/words/both/translate.ts', kind: 'value' },
    ];
    assert.deepEqual(
      wrong.map(breach).map((sentence) => sentence !== null),
      wrong.map(() => true),
    );
    const right: Import = { from: 'src/ui/panels/a.ts', to: 'src/ui/snippets/lastCopy.ts', kind: 'value' };
    assert.equal(breach(right), null);
  });
});
