import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingOsImport } from '../../../../src/calls/environments/osImport.ts';
import { replacementFor } from '../../../../src/calls/keys/keyReplacement.ts';

/** The text after the fix; `@@` stands for the key. Null when there is none. */
function fixed(language: string, line: string): string | null {
  const at = line.indexOf('@@');
  const before = line.slice(0, at);
  const after = line.slice(at + 2);
  const found = replacementFor({ language, before, after, variable: 'KEY' });
  if (found === null) return null;
  const kept = before.slice(0, before.length - found.takeBefore);
  return `${kept}${found.text}${after.slice(found.takeAfter)}`;
}

/** `€{` stands for a dollar and a brace. */
const cases: readonly (readonly [language: string, line: string, wanted: string | null])[] = [
  ['javascript', "const key = '@@';", 'const key = process.env.KEY;'],
  ['typescript', 'f("Bearer @@", 1)', 'f("Bearer " + process.env.KEY, 1)'],
  ['typescript', "f('it\\'s @@!')", "f('it\\'s ' + process.env.KEY + '!')"],
  ['typescript', 'f(`Bearer @@`)', 'f(`Bearer €{process.env.KEY}`)'],
  ['typescript', 'f(`@@`)', 'f(`€{process.env.KEY}`)'],
  ['typescript', '  // the key is @@, do not tell', '  // the key is KEY, do not tell'],
  ['typescript', "fetch('https://a.invalid', '@@')", "fetch('https://a.invalid', process.env.KEY)"],
  ['typescript', '  of a template @@ that began above', null],
  ['typescript', "f('@@'.length)", 'f(process.env.KEY.length)'],
  ['typescript', "f('Bearer @@'.length)", null],
  ['typescript', "f('a\\'', '@@')", "f('a\\'', process.env.KEY)"],
  ['typescriptreact', '<Call apiKey="@@" />', '<Call apiKey={process.env.KEY} />'],
  ['typescriptreact', "const key = '@@';", 'const key = process.env.KEY;'],
  ['javascriptreact', "<Call apiKey='@@' />", '<Call apiKey={process.env.KEY} />'],
  ['python', 'key = "@@', null],
  ['python', 'key = "@@"', 'key = os.environ["KEY"]'],
  ['python', "h = f'Bearer @@ {x}'", null],
  ['python', 'key = b"@@"', null],
  ['python', 'key = """@@"""', null],
  ['python', 'key = ""  # @@', 'key = ""  # KEY'],
  ['go', 'key := "@@"', 'key := os.Getenv("KEY")'],
  ['go', 'h.Set("Authorization", `Bearer @@`)', 'h.Set("Authorization", `Bearer ` + os.Getenv("KEY"))'],
  ['java', 'String key = "@@";', 'String key = System.getenv("KEY");'],
  ['java', `f('"', "@@")`, `f('"', System.getenv("KEY"))`],
  ['kotlin', 'val h = "Bearer @@"', 'val h = "Bearer " + System.getenv("KEY")'],
  ['csharp', 'var k = "@@";', 'var k = System.Environment.GetEnvironmentVariable("KEY");'],
  ['csharp', 'var k = $"Bearer @@";', null],
  ['php', "<?php $k = '@@';", "<?php $k = getenv('KEY');"],
  ['php', '<?php $k = "Bearer @@";', '<?php $k = "Bearer " . getenv(\'KEY\');'],
  ['php', '<?php $k = "Bearer @@" . $x;', '<?php $k = "Bearer " . getenv(\'KEY\') . $x;'],
  ['ruby', "k = 'Bearer @@'", 'k = \'Bearer \' + ENV.fetch("KEY")'],
  ['shellscript', 'curl -H "Authorization: Bearer @@" x', 'curl -H "Authorization: Bearer €{KEY}" x'],
  ['shellscript', "curl -H 'Authorization: Bearer @@' x", "curl -H 'Authorization: Bearer '\"€{KEY}\"'' x"],
  ['shellscript', "key=`tool '@@'`", 'key=`tool "€{KEY}"`'],
  ['shellscript', "key='@@'", 'key="€{KEY}"'],
  ['shellscript', 'key=@@', 'key="€{KEY}"'],
  ['shellscript', "key='@@ x'", "key=''\"€{KEY}\"' x'"],
  // A quote that is escaped opens nothing.
  ['shellscript', 'echo \\"@@', 'echo \\""€{KEY}"'],
  ['shellscript', "echo \\''@@'", 'echo \\\'"€{KEY}"'],
  ['json', '  "key": "@@",', '  "key": "€{env:KEY}",'],
  ['jsonc', '  "Authorization": "Bearer @@"', '  "Authorization": "Bearer €{env:KEY}"'],
  // A text that began on an earlier line would hold the replacement as it stands.
  ['shellscript', 'curl -d \'{\n  "token": "@@"\n}\'', null],
  ['shellscript', "echo 'C:\\'\nkey='@@'", 'echo \'C:\\\'\nkey="€{KEY}"'],
  ['shellscript', "# don't\nkey='@@'", '# don\'t\nkey="€{KEY}"'],
  [
    'shellscript',
    'curl -d \'{\n  "a": $#\n}\' \\\n  -H "X: @@"',
    'curl -d \'{\n  "a": $#\n}\' \\\n  -H "X: €{KEY}"',
  ],
  ['shellscript', 'cat <<\'EOF\'\nkey: "@@"\nEOF', null],
  ['shellscript', "cat <<EOF\nisn't\nEOF\nkey='@@'", 'cat <<EOF\nisn\'t\nEOF\nkey="€{KEY}"'],
  ['shellscript', '# it was @@', '# it was KEY'],
  ['javascript', 'f(`a\n  -H "X: @@"\n`)', null],
  [
    'javascript',
    "// don't `\n/* nor ` here */ const k = '@@'",
    "// don't `\n/* nor ` here */ const k = process.env.KEY",
  ],
  ['typescriptreact', "<p>Don't</p>\nconst k = '@@'", "<p>Don't</p>\nconst k = process.env.KEY"],
  ['python', '"""Usage:\n  tool --key "@@"\n"""', null],
  ['python', '"""It\'s a tool."""\nk = "@@"', '"""It\'s a tool."""\nk = os.environ["KEY"]'],
  ['php', '<?php $a = "x\n \'@@\' y";', null],
  [
    'php',
    "<?php $a = <<<EOT\n isn't\n EOT;\n$k = '@@';",
    "<?php $a = <<<EOT\n isn't\n EOT;\n$k = getenv('KEY');",
  ],
  ['ruby', 'k = <<~TEXT\n  "@@"\nTEXT', null],
  ['ruby', 'list << "a"\nk = "@@"', 'list << "a"\nk = ENV.fetch("KEY")'],
  ['go', 'a := `C:\\`\nk := "@@"', 'a := `C:\\`\nk := os.Getenv("KEY")'],
  ['go', '/*\n k := "@@"\n*/', null],
  // Texts side by side are one text, which no expression can be a part of.
  ['python', 'h = "Bearer " "@@"', null],
  ['python', 'h = ("@@"\n  f" {x}")', null],
  ['python', 'h = ("@@"  # key\r\n  "x")', null],
  ['python', 'h = ("Bearer "  # scheme\n  "@@")', null],
  ['python', 'h = "Bearer " \\\n  b"@@"', null],
  ['python', 'k = "@@"  # the "live" one', 'k = os.environ["KEY"]  # the "live" one'],
  ['python', 'f("a", "@@", "b")', 'f("a", os.environ["KEY"], "b")'],
  ['dotenv', 'KEY=@@', null],
  ['plaintext', 'the key is @@', null],
];

describe('the replacement of a key', () => {
  for (const [language, line, wanted] of cases) {
    it(`in ${language}: ${line}`, () =>
      assert.equal(fixed(language, line)?.replaceAll('${', '€{') ?? null, wanted));
  }
});

describe('the import that a replacement needs', () => {
  const imports: readonly (readonly [
    what: string,
    language: string,
    text: string,
    wanted: { readonly line: number; readonly code: string } | null,
  ])[] = [
    ['stands before the first of Python', 'python', '# tool\nimport sys\n', { line: 1, code: 'import os' }],
    [
      'comes after what must come first',
      'python',
      'from __future__ import annotations\nx = 1',
      { line: 1, code: 'import os' },
    ],
    [
      'comes after the comments on top',
      'python',
      '#!/usr/bin/python\n# a\nx = 1',
      { line: 2, code: 'import os' },
    ],
    ['is there already', 'python', 'import sys, os\n', null],
    ['is there already, alone', 'python', 'import os\r\nx = 1', null],
    [
      'stands after what a module says of itself',
      'python',
      '"""A tool."""\nimport sys\n',
      { line: 1, code: 'import os' },
    ],
    ['stands first where there is nothing but a comment', 'python', '# key', { line: 0, code: 'import os' }],
    ['is another', 'python', 'import os.path\n', { line: 0, code: 'import os' }],
    ['follows the package clause of Go', 'go', '// a\npackage main\n', { line: 2, code: 'import "os"' }],
    ['is there already in a list', 'go', 'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n', null],
    ['has no place without a package clause', 'go', 'x := 1', null],
    [
      'is not taken for one in a text',
      'python',
      '"""Fetches\nfrom the service.\nimport os\n"""\nx = 1',
      { line: 4, code: 'import os' },
    ],
    [
      'follows a text above the first of Python',
      'python',
      '"""Fetches\nfrom the service.\n"""\nimport sys\n',
      { line: 3, code: 'import os' },
    ],
    [
      'follows what must come first in brackets',
      'python',
      'from __future__ import (\n    annotations,\n)\nx = 1',
      { line: 3, code: 'import os' },
    ],
    [
      'comes before code above the first import',
      'python',
      '"""A tool."""\n\nk = 1\nimport sys\n',
      { line: 2, code: 'import os' },
    ],
    ['is not needed elsewhere', 'typescript', '', null],
  ];
  for (const [what, language, text, wanted] of imports) {
    it(what, () => assert.deepEqual(missingOsImport(language, text, 'os.x'), wanted));
  }

  it('is none where the key stood in a comment: Go refuses one that nothing uses', () => {
    const text = 'package main\n\n// it was @@\n';
    const code = replacementFor({
      language: 'go',
      before: text.slice(0, -3),
      after: '\n',
      variable: 'KEY',
    })?.text;
    assert.equal(code, 'KEY');
    assert.equal(missingOsImport('go', text, code), null);
  });
});
