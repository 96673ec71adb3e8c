import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { collectParts, type Metafile, packagesOf, type Supplied } from '../../support/notices/collect.ts';
import { licenceProblem, type Part } from '../../support/notices/licences.ts';
import { noticesOf } from '../../support/notices/notices.ts';
import { removeFolder, temporaryFolder } from '../../support/paths.ts';

const terms = `Permission is hereby granted, free of charge, to any person
obtaining a copy of this "Software".

IT IS PROVIDED “AS IS”.`;
const mit = (holder: string): string => `The MIT License (MIT)\n\nCopyright (c) 2020 ${holder}\n\n${terms}\n`;

const part = (more: Partial<Part>): Part => ({
  ...{ name: 'one', version: '1.0.0', licence: 'MIT', text: mit('One'), by: '', note: '' },
  ...more,
});

const metafile = (inputs: Record<string, number>): Metafile => ({
  outputs: {
    'dist/a.js': {
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([input, bytesInOutput]) => [input, { bytesInOutput }]),
      ),
    },
  },
});

const nothing: Supplied = { packages: {}, inside: [], copied: [] };

describe('licences of what is shipped', () => {
  it('are of the list, one by one or as a choice', () => {
    for (const licence of ['MIT', '0BSD', '(MIT OR GPL-3.0-only)', 'MIT AND BSD-3-Clause', 'CC-BY-4.0'])
      assert.equal(licenceProblem(part({ licence })), null, licence);
  });

  it('that are not known fail in one sentence that says what to do', () => {
    for (const licence of [
      'GPL-3.0-only',
      'MIT AND GPL-3.0-only',
      'SEE LICENSE IN x',
      '(MIT AND (ISC OR X))',
    ])
      assert.match(
        licenceProblem(part({ licence })) ?? '',
        /^one 1\.0\.0 is in the bundles under ".*", which is none of 0BSD, .*: do without it, or add /,
      );
    assert.match(licenceProblem(part({ licence: '' })) ?? '', /states no licence/);
  });

  it('need their text', () => {
    for (const text of [null, ' \n'])
      assert.match(
        licenceProblem(part({ text })) ?? '',
        /brings no text of the licence: .*supplied\.json\.$/,
      );
  });
});

describe('notices', () => {
  it('name everybody, and say the same terms once, however their lines are broken and their quotes drawn', () => {
    const other = mit('Two')
      .replace('The MIT License (MIT)', 'MIT License\n===')
      .replace(/\n(?=obtaining)/, ' ');
    const said = noticesOf('The product', [
      part({}),
      part({ name: '@two/b', text: `\uFEFF${other.replace(/[“”]/g, '"').replaceAll('\n', '\r\n')}` }),
      part({ name: 'c', licence: 'ISC', text: 'Copyright Three\n\nUse it.' }),
    ]);
    assert.equal(said.match(/Permission is hereby granted/g)?.length, 1);
    assert.match(said, /^THIRD-PARTY NOTICES\n\nThe product contains/);
    assert.match(
      said,
      /Under ISC:\n\nc 1\.0\.0\n {2}Copyright Three\n\nUse it\.\n\n-+\n\nUnder MIT:\n\none 1\.0\.0\n {2}Copyright \(c\) 2020 One\n\n@two\/b 1\.0\.0\n {2}Copyright \(c\) 2020 Two\n\nPermission/,
    );
    assert.doesNotMatch(said, /\uFEFF|\r|The MIT License/);
  });

  it('keep terms apart that say something else', () => {
    const said = noticesOf('P', [part({}), part({ name: 'two', text: mit('Two').replace('any', 'no') })]);
    assert.equal(said.match(/Permission is hereby granted/g)?.length, 2);
  });

  it('name a Creative Commons licence by its address, with the maker and what was changed', () => {
    const cc = {
      licence: 'CC-BY-4.0',
      text: 'Attribution 4.0 International',
      by: 'The Makers',
      note: 'Changed.',
    };
    assert.match(
      noticesOf('P', [part({ name: 'icons', ...cc })]),
      /icons 1\.0\.0\n {2}By The Makers\n {2}Changed\.\n\nThe text of the licence: https:\/\/creativecommons\.org\/licenses\/by\/4\.0\//,
    );
  });

  it('are refused as a whole, with a sentence for each part that may not be shipped', () => {
    const parts = [part({ licence: 'X' }), part({}), part({ name: 'two', text: null })];
    assert.throws(
      () => noticesOf('P', parts),
      ({ message }: Error) => /^one 1\.0\.0 .*\ntwo 1\.0\.0 .*$/.test(message),
    );
  });
});

describe('what is in the bundles', () => {
  it('is what leaves bytes there: of packages, nested ones too, and not what is ours or made by the build', () => {
    const inputs = {
      'src/a.ts': 9,
      'webview/b.ts': 9,
      'dispatch-only:undici': 9,
      'node_modules/@scope/one/dist/x.js': 1,
      'node_modules/two/node_modules/three/y.js': 1,
      'visible:../node_modules/four/z.js': 1,
      'node_modules/shaken/off.js': 0,
    };
    assert.deepEqual(packagesOf([metafile(inputs)]).toSorted(), [
      '../node_modules/four',
      'node_modules/@scope/one',
      'node_modules/two/node_modules/three',
    ]);
  });

  it('is refused where nobody knows whose it is', () => {
    assert.throws(
      () => packagesOf([metafile({ 'vendor/x.js': 1 })]),
      /^Error: vendor\/x\.js is in the bundles/,
    );
  });
});

describe('notices of an installed tree', () => {
  let root = '';
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const install = (name: string, licence: unknown, files: Record<string, string>): void => {
    const manifest = { name, version: '2.0.0', license: licence, author: 'Some Body <a@example.invalid>' };
    write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
  };
  const bare = { packages: { bare: { notice: 'Copyright Bare', termsOf: 'plain' } } };
  before(() => {
    root = temporaryFolder('notices');
    install('plain', 'MIT', { 'LICENCE.md': mit('Plain'), NOTICE: 'not needed' });
    install('apache', 'Apache-2.0', { 'LICENSE.txt': 'Apache terms', NOTICE: 'Portions by X' });
    install('old', { type: 'BSD-2-Clause' }, { COPYING: 'terms' });
    install('bare', 'MIT', {});
    install('icons', 'CC-BY-4.0', { LICENSE: 'cc', 'LICENSE-CODE': mit('Style') });
  });
  after(() => removeFolder(root));

  const used = metafile({
    'node_modules/plain/a.js': 1,
    'node_modules/plain/lib/inner/b.js': 1,
    'node_modules/apache/c.js': 1,
    'node_modules/old/d.js': 1,
  });

  it('have the text of each package, under Apache-2.0 its NOTICE as well, and old ways to state a licence', () => {
    const parts = collectParts(root, [used], ['dist/a.js'], nothing);
    const texts = parts.map(({ name, licence, text }) => [name, licence, text?.trim()]);
    assert.deepEqual(texts.toSorted(), [
      ['apache', 'Apache-2.0', 'Apache terms\n\nPortions by X'],
      ['old', 'BSD-2-Clause', 'terms'],
      ['plain', 'MIT', mit('Plain').trim()],
    ]);
  });

  it('have what packages do not say: a missing text, a work inside, a file that is copied', () => {
    const supplied: Supplied = {
      ...bare,
      inside: [
        {
          folder: 'plain/lib/inner/',
          name: 'inner',
          licence: 'MIT',
          notice: 'Copyright Inner',
          termsOf: 'plain',
        },
      ],
      copied: [
        {
          file: 'dist/i.ttf',
          package: 'icons',
          name: 'Icons',
          licence: 'CC-BY-4.0',
          text: 'LICENSE',
          note: 'N',
        },
        { file: 'dist/i.css', package: 'icons', name: 'Style', licence: 'MIT', text: 'gone', note: '' },
      ],
    };
    const more = metafile({ 'node_modules/bare/a.js': 1 });
    const shipped = ['dist/a.js', 'dist/i.ttf', 'dist/i.css'];
    const parts = new Map(collectParts(root, [used, more], shipped, supplied).map((one) => [one.name, one]));
    assert.equal(parts.get('bare')?.text, `Copyright Bare\n\n${terms}`);
    assert.deepEqual(
      [parts.get('inner')?.text, parts.get('inner')?.version],
      [`Copyright Inner\n\n${terms}`, '(as in plain 2.0.0)'],
    );
    assert.deepEqual([parts.get('Icons')?.by, parts.get('Icons')?.note], ['Some Body', 'N']);
    assert.equal(parts.get('Style')?.text, null);
    assert.ok(!parts.has('icons'));
  });

  it('are refused where a file comes from nowhere, or where what is supplied is not so', () => {
    const collect =
      (supplied: Supplied, ...shipped: string[]) =>
      () =>
        collectParts(root, [used], shipped, supplied);
    assert.throws(
      collect(nothing, 'dist/x.wasm'),
      /dist\/x\.wasm is in no metafile: say in .* whose it is\./,
    );
    assert.throws(collect({ ...nothing, ...bare }), /bare needs no text, or is not in the bundles/);
    const wrong = { plain: { notice: '', termsOf: 'old' } };
    assert.throws(collect({ ...nothing, packages: wrong }), /plain needs no text/);
    const one = { folder: 'old/lib/', name: 'inner', licence: 'MIT', notice: '', termsOf: 'plain' };
    assert.throws(collect({ ...nothing, inside: [one] }), /Nothing of old\/lib\/ is in the bundles/);
    const gone = { ...one, folder: 'plain/lib/', termsOf: 'gone' };
    assert.throws(collect({ ...nothing, inside: [gone] }), /gone, which .* names, is not installed/);
  });
});
