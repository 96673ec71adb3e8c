import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from '../../support/release/addresses.ts';
import {
  anchorsOf,
  deadLinks,
  linksOf,
  strayLink,
  type Tree,
  unledLinks,
} from '../../support/release/links.ts';

function tree(files: Readonly<Record<string, string>>): Tree {
  return { files: new Set(Object.keys(files)), read: (file) => files[file] ?? assert.fail(`no ${file}`) };
}

const targets = (text: string): readonly string[] => linksOf(text).map(({ target }) => target);

describe('links of a text', () => {
  it('are found with their lines in every form, pictures in links too, and not in code', () => {
    const text = [
      '[a](one.md) and ![b](two.png "title")',
      '[![c](three.png)](four.md)',
      '`[no](no.md)` ``a ` [no](no.md)`` <img width="1" src="five.png"> <a href=\'six.md\'>x</a>',
      '```md',
      '[no](no.md)',
      '```',
      '[d][ref] [e](<seven.md>)',
      '',
      '[ref]: eight.md',
      '~~~',
      '[no](no.md)',
    ].join('\n');
    assert.deepEqual(
      linksOf(text).map(({ target, line, rewritable }) => [target, line, rewritable]),
      [
        ['one.md', 1, true],
        ['two.png', 1, true],
        ['three.png', 2, true],
        ['four.md', 2, true],
        ['five.png', 3, true],
        ['six.md', 3, false],
        ['seven.md', 7, true],
        ['eight.md', 9, false],
      ],
    );
  });

  it('end with their bracket, also behind an unclosed piece of code', () => {
    assert.deepEqual(targets('a ` b [c](d.md) e'), ['d.md']);
  });
});

describe('headings', () => {
  it('are called as hosts of repositories call them', () => {
    const text = '# A `b` (C): D_e!\n\n## Same\n### Same ##\n```\n# code\n```\n## [Link](x.md) – हिन्दी\n';
    assert.deepEqual([...anchorsOf(text)], ['a-b-c-d_e', 'same', 'same-1', 'link--हिन्दी']);
  });
});

describe('dead links', () => {
  const files = {
    'README.md': '',
    'docs/a.md':
      '# Top\n\n[up](../README.md) [self](#top) [folder](../media) [root](/media/p%20q.png?raw=true) [code](x.ts#L3)',
    'docs/x.ts': '',
    'media/p q.png': '',
  };

  it('are none where files, folders and headings are there', () => {
    assert.deepEqual(deadLinks('docs/a.md', tree(files)), []);
  });

  it('are named with their line, and with what is wrong', () => {
    const text = [
      '[a](gone.md)',
      '[b](docs/A.md) [c](docs/a.md#TOP) [d](docs/a.md#no)',
      '[e](#no) [f](../out.md) [g](https://example.invalid/x#y) [h](mailto:a@example.invalid) ![](media/p.png)',
    ].join('\n');
    assert.deepEqual(deadLinks('README.md', tree({ ...files, 'README.md': text })), [
      'README.md:1: "gone.md" leads to no file of the repository: correct the link.',
      'README.md:2: "docs/A.md" leads to no file of the repository: correct the link.',
      'README.md:2: "docs/a.md#no" leads to a heading that docs/a.md does not have: correct the link.',
      'README.md:3: "#no" leads to a heading that README.md does not have: correct the link.',
      'README.md:3: "../out.md" leads out of the repository: correct the link.',
      'README.md:3: "media/p.png" leads to no file of the repository: correct the link.',
    ]);
  });

  it('are links as well that vsce leaves as they are', () => {
    assert.deepEqual(
      unledLinks('README.md', '<a href="docs">x</a> [a](docs) <a href="#top">y</a>\n\n[r]: a.md'),
      [
        'README.md:1: "docs" would lead nowhere in the gallery: write it as [text](docs).',
        'README.md:3: "a.md" would lead nowhere in the gallery: write it as [text](a.md).',
      ],
    );
  });

  it('are links as well that vsce leads to another place than it was given', () => {
    const before = '[a](x.md) [b](https://other.invalid) ![c](c.png)';
    const after =
      '[a](https://one.invalid/o/x.md) [b](https://other.invalid) ![c](https://two.invalid/c.png)';
    assert.equal(strayLink(before, after, ['https://one.invalid/o', 'https://TWO.invalid']), null);
    assert.deepEqual(strayLink(before, after, ['https://one.invalid/o']), {
      from: 'c.png',
      to: 'https://two.invalid/c.png',
    });
    assert.deepEqual(strayLink(before, before, ['https://one.invalid/o']), { from: 'x.md', to: 'x.md' });
  });
});

describe('addresses of a release', () => {
  it('are a repository, or bases for files and for pictures, or both', () => {
    assert.deepEqual(readAddresses({ repository: ' https://example.invalid/o/n.git/ ' }), {
      repository: 'https://example.invalid/o/n',
      content: null,
      images: null,
    });
    const bases = { 'content-url': 'https://a.invalid/f/', 'images-url': 'https://a.invalid/p' };
    assert.deepEqual(readAddresses(bases), {
      repository: null,
      content: 'https://a.invalid/f',
      images: 'https://a.invalid/p',
    });
  });

  it('are refused where they are missing, half given, or such that nothing can be appended to them', () => {
    assert.throws(
      () => readAddresses({}),
      /give --repository https:\/\/…, or --content-url and --images-url\.$/,
    );
    assert.throws(() => readAddresses({ repository: ' ' }), /give --repository/);
    assert.throws(() => readAddresses({ 'content-url': 'https://a.invalid' }), /belong together/);
    const wrong = [
      'a.invalid/x',
      'http://a.invalid',
      'https://u:geheim@a.invalid',
      'https://a.invalid/?x=1',
      'https://a.invalid/#x',
    ];
    for (const repository of wrong)
      assert.throws(
        () => readAddresses({ repository }),
        ({ message }: Error) =>
          /^--repository (is|does|holds|has) /.test(message) && !message.includes('geheim'),
        repository,
      );
  });
});
