import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Pattern, patternsOf, superLinear } from './patterns.ts';
import { read, sourceFiles } from './sources.ts';

const { literals, made } = patternsOf(new Map(sourceFiles().map((file) => [file, read(file)])));

function reported(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap((pattern) => {
    const why = superLinear(pattern);
    return why === null ? [] : [`${pattern.file}: /${pattern.source}/${pattern.flags} is ${why}`];
  });
}

describe('regular expressions', () => {
  it('are found at all', () => assert.ok(literals.length > 200, `only ${literals.length} found`));

  it('need linear time on every text', () => assert.deepEqual(reported(literals), []));

  it('of settings do, too', () => {
    const sources = [...read('package.json').matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      String(JSON.parse(text ?? '')),
    );
    assert.ok(sources.length > 3);
    assert.deepEqual(reported(sources.map((source) => ({ file: 'package.json', source, flags: '' }))), []);
  });

  it('are literals, so that they can be judged; a made one is of a known form', () => {
    // Of keys alone, letter by letter, without any repetition.
    assert.equal(made.length, 1, made.join('\n'));
    assert.match(made[0] ?? '', /^src\/contract\/topLevel\.ts: new RegExp\(`"\$\{characters/);
  });

  it('would be caught where they are not linear, or made', () => {
    const source = [
      'const a = [/(a+)+$/, /a+b/g, /^\\d*[0-9]*x/, /\\s*,/, /[^@ ]+@[^ ]+\\.b/, /<!--[^]*?-->/, /[?#].*$/];',
      'const b: RegExp = new RegExp(a.map(String).join());',
      'const c = RegExp("(a*)*"); const d = ["x"].map(RegExp);',
      'const e = 4 / 2 / 1; // /(a+)+/',
    ].join('\n');
    const found = patternsOf(new Map([['x.ts', source]]));
    assert.equal(found.literals.length, 7);
    assert.equal(reported(found.literals).length, 7, reported(found.literals).join('\n'));
    assert.equal(found.made.length, 3);
  });

  it('are not accused where they are linear', () => {
    const fine = ['<[^<>]*>', '"[^"\\n]*"?', '(?<![a-z])[a-z]+@x', 'a.*', '^\\s*x', '\\d{1,20}@', 'x\\s*,'];
    for (const one of fine) assert.equal(superLinear({ source: one, flags: 'su' }), null, one);
  });
});
