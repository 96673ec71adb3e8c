import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { sandboxCodes } from '../../../src/sandbox/magicCodes.ts';
import {
  type Bundle,
  difference,
  holes,
  languages,
  listedExpressions,
  readBundle,
  sentencesByFile,
  stringsToTranslate,
} from '../../support/strings.ts';
import { read } from '../house/sources.ts';

const wanted = stringsToTranslate();
const help = 'run "node test/support/strings.ts --write" and translate what it lists';

/** Names and units that a translation leaves as they are. */
const untranslated =
  /^(JSON|CSV|PDF|XML|PAN|RC|LIVE|SANDBOX|OK|null|message_code|order_id|Aadhaar-PAN|Ctrl\+Enter|Cmd\+Enter|[^a-zA-Z]*\{0\}[^a-zA-Z]*( (ms|s|h|kB|MB))?)$/;

const hindi = /[\u0900-\u097f]/;

/** Words of the interface that a translation must not change: they are compared or typed. */
function fixedWords(sentence: string): string[] {
  const pattern = /\b(?:[A-Z]+_[A-Z_]+|[a-z]+_[a-z_]+|HTTP|JSON|http\.\w+|https?:\/\/[^\s,]*\w)/g;
  return (sentence.match(pattern) ?? []).map((word) => (word === 'order_ids' ? 'order_id' : word));
}

describe('the sources', () => {
  it('say hundreds of sentences', () => assert.ok(wanted.length > 500, `only ${wanted.length} found`));

  it('translate through a variable only what is listed', () => {
    const unknown = [...sentencesByFile()].flatMap(([file, { elsewhere }]) =>
      elsewhere.filter((one) => !listedExpressions.has(one)).map((one) => `${file}: ${one}`),
    );
    assert.deepEqual(unknown, [], 'list the strings of these in test/support/strings.ts');
  });

  it('have no sentence for the user that is not translated', () => {
    // Words of the service and its sandbox's, and of code that is copied: they stay as they are.
    const said = messageCodes.flatMap(({ code, message }) => {
      return [message, sandboxCodes[code].invented];
    });
    const known = new Set([...wanted, ...said]);
    const loose = [...sentencesByFile()].flatMap(([file, sentences]) =>
      sentences.loose
        .filter((one) => !known.has(one.replace(/^line \d+: /, '')))
        .map((one) => `${file} ${one}`),
    );
    assert.deepEqual(loose, []);
  });
});

describe('the English bundle', () => {
  it('holds every sentence of the sources, as it stands there, and no other', () => {
    const bundle = readBundle('en');
    assert.deepEqual(difference(bundle, wanted), { missing: [], unused: [] }, help);
    assert.deepEqual(
      Object.entries(bundle).filter(([key, value]) => key !== value),
      [],
    );
  });
});

function wrong(english: Bundle, translated: Bundle): string[] {
  return Object.entries(translated).flatMap(([key, value]) => {
    const original = english[key] ?? key;
    if (value.trim() === '') return [`${key}: empty`];
    if (holes(original) !== holes(value)) return [`${key}: holes ${holes(value)}`];
    if (!hindi.test(value) && !untranslated.test(original)) return [`${key}: not translated`];
    const missing = fixedWords(original).filter((word) => !value.includes(word));
    return missing.length === 0 ? [] : [`${key}: without ${missing.join(', ')}`];
  });
}

for (const language of languages) {
  describe(`the translation ${language}`, () => {
    it('has every sentence and no other', () => {
      assert.deepEqual(difference(readBundle(language), wanted), { missing: [], unused: [] }, help);
    });

    it('fills the same holes, keeps the words of the interface, and is in its script', () => {
      assert.deepEqual(wrong({}, readBundle(language)), []);
    });

    it('covers package.json, with the same commands behind its links', () => {
      const english: Bundle = JSON.parse(read('package.nls.json'));
      const translated: Bundle = JSON.parse(read(`package.nls.${language}.json`));
      assert.deepEqual(difference(translated, Object.keys(english)), { missing: [], unused: [] });
      const links = (text = '') =>
        [...text.matchAll(/\]\((command:[^)]+)\)/g)].map(([, link]) => link).sort();
      const changed = Object.keys(english).filter(
        (key) => links(english[key]).join() !== links(translated[key]).join(),
      );
      assert.deepEqual(changed, []);
      const plain = Object.fromEntries(
        Object.entries(translated).filter(([key]) => key !== 'extension.displayName'),
      );
      assert.deepEqual(wrong(english, plain), []);
    });
  });
}

it('package.json names the folder of the bundles', () => {
  const { l10n }: { l10n?: string } = JSON.parse(read('package.json'));
  assert.equal(l10n, './l10n');
});
