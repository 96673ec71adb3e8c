import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { sentenceName } from '../../../src/contract/sentenceName.ts';
import { namedSentences } from '../../../src/ui/visible/sentences.ts';
import { byName } from '../../support/bundles/translations.mjs';
import { languages, readBundle } from '../../support/strings.ts';
import { read } from '../house/sources.ts';

/** As VS Code finds them: by what `t` is given, else that itself, filled in. */
function words(bundle: Readonly<Record<string, string>> | undefined): Pick<typeof vscode.l10n, 't'> {
  const t = (text: string, ...args: readonly string[]) =>
    (bundle?.[text] ?? text).replace(/\{(\d+)\}/g, (_, at: string) => String(args[Number(at)]));
  return namedSentences({ bundle, t } as unknown as typeof vscode.l10n);
}

describe('the translations that ship', () => {
  for (const language of languages)
    it(`say every sentence in ${language}, asked for in English`, () => {
      const ours = readBundle(language);
      const { t } = words(JSON.parse(read(`dist/l10n/bundle.l10n.${language}.json`)));
      const wrong = Object.entries(ours).filter(
        ([english, translated]) => t(english, '{0}', '{1}', '{2}', '{3}', '{4}', '{5}') !== translated,
      );
      assert.ok(Object.keys(ours).length > 500);
      assert.deepEqual(wrong, []);
    });

  it('leave as it is what nobody translated, and everything where there are none', () => {
    assert.equal(words({ [sentenceName('Send')]: 'भेजें' }).t('Receive {0}', 'x'), 'Receive x');
    assert.equal(words(undefined).t('Send {0}', 'x'), 'Send x');
  });

  it('are not built with two sentences of one name', () => {
    assert.throws(() => byName({ Send: 'a', Receive: 'b' }, () => 'same'), /Receive/);
  });
});
