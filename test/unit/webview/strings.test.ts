import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageStrings, t, useTranslations } from '../../../webview/strings.ts';

const folder = join(import.meta.dirname, '../../../webview');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'strings.ts')
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

test('every listed sentence is said somewhere, and once in the list', () => {
  const said = sources.map(({ text }) => text).join('\n');
  assert.deepEqual(
    pageStrings.filter((sentence) => !said.includes(`'${sentence}'`)),
    [],
  );
  assert.equal(new Set(pageStrings).size, pageStrings.length);
});

test('no template carries words of its own', () => {
  for (const { file, text } of sources) {
    const loose = [...text.matchAll(/>([^<>${}`]*[a-z]{3,}[^<>${}`]*)<\//g)].map((match) => match[1]?.trim());
    assert.deepEqual(loose, [], file);
  }
});

test('styles and markup never come from text: no style attributes, no HTML sinks', () => {
  for (const { file, text } of sources) {
    assert.doesNotMatch(
      text,
      /\sstyle=|innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|document\.write/,
      file,
    );
  }
});

test('translations fill the same holes, and English stands in for a missing one', () => {
  useTranslations({ Send: 'Senden', 'Reveal {0}': '{0} zeigen' });
  assert.deepEqual(
    [t('Send'), t('Reveal {0}', 'a'), t('Cancel'), t('{0} s', 12)],
    ['Senden', 'a zeigen', 'Cancel', '12 s'],
  );
  useTranslations({});
  assert.equal(t('Send'), 'Send');
});

test('a value that looks like a placeholder stays as it is', () => {
  assert.equal(t('Reveal {0}', '{1}'), 'Reveal {1}');
});
