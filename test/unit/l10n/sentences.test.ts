import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makersIn, sentencesIn } from '../../support/sentences.ts';
import { tokensOf } from '../../support/tokens.ts';

const nobody = new Map<string, number>();

function foundIn(source: string): string[] {
  return [...sentencesIn(source, nobody).found.keys()];
}

describe('tokens', () => {
  it('give strings their values and leave comments and regular expressions out', () => {
    const source = `a('it\\'s', "two\\u0041", \`three\`); // 'no'\n/* 'no' */ b = /'no/.test('four') / 2;`;
    const strings = tokensOf(source).filter(({ kind }) => kind === 'string' || kind === 'template');
    assert.deepEqual(
      strings.map(({ text }) => text),
      ["it's", 'twoA', 'three', 'four'],
    );
  });

  it('go into what a template inserts', () => {
    assert.deepEqual(
      foundIn("x(`$(icon) \u0024{vscode.l10n.t('Billed.')} and \u0024{`\u0024{vscode.l10n.t('Free.')}`}`);"),
      ['Billed.', 'Free.'],
    );
  });

  it('know their lines', () => {
    assert.equal(tokensOf('/* 1\n2 */\n`3\n4`;\nfive').at(-1)?.line, 5);
  });
});

describe('sentences', () => {
  it('are the first argument of l10n.t, also of each branch, and nothing that is compared', () => {
    assert.deepEqual(foundIn("vscode.l10n.t(kind === 'x' ? 'One {0}' : 'Two {0}', 'argument')"), [
      'One {0}',
      'Two {0}',
    ]);
  });

  it('are the texts of phrases, also out of tables and constants', () => {
    const source = `
      const words: Readonly<Record<string, string>> = { a: 'Word a', 'b-c': 'Word b' };
      const own = found === 'a' ? words[found] : undefined;
      const first: Phrase = { text: 'A phrase {0}', args: ['no'] };
      const second = { text: own ?? words['a'] ?? 'Else' };
      interface Phrase { readonly text: string; }`;
    assert.deepEqual(foundIn(source).sort(), ['A phrase {0}', 'Else', 'Word a', 'Word b']);
  });

  it('are what is handed to a function that makes phrases, at the place of its text', () => {
    const source = `
      function fault(kind: string, text: string, ...args: string[]): Fault { return { kind, what: { text, args } }; }
      function other(text: string): string { return text.trim(); }
      const say = (text: string): Fault => fault('kind', text);
      say('Said.');
      fault('kind', why());
      fault('kind', 'Told.', 'argument');
      other('Not told.');
      function why(): string { if (a) return 'Because.'; return 'Therefore.'; }`;
    assert.deepEqual(
      [...makersIn(source, nobody)],
      [
        ['fault', 1],
        ['say', 0],
      ],
    );
    assert.deepEqual(foundIn(source).sort(), ['Because.', 'Said.', 'Therefore.', 'Told.']);
  });

  it('tell what stands elsewhere, and sentences that nothing translates', () => {
    const source = `
      vscode.l10n.t(field.label);
      show('This is never translated.');
      throw new Error('This is for developers.');`;
    const { elsewhere, loose } = sentencesIn(source, nobody);
    assert.deepEqual(elsewhere, ['field.label']);
    assert.deepEqual(loose, ['line 3: This is never translated.']);
  });
});
