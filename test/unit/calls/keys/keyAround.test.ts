import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacementFor } from '../../../../src/calls/keys/keyReplacement.ts';

function fixed(language: string, program: string): string | null {
  const [before = '', after = ''] = program.split('KEY');
  const found = replacementFor({ language, before, after, variable: 'V' });
  if (found === null) return null;
  return before.slice(0, before.length - found.takeBefore) + found.text + after.slice(found.takeAfter);
}

test('a shift or an append above a key does not take its fix away', () => {
  assert.equal(fixed('ruby', 'list << ITEM\nkey = "KEY"\n'), 'list << ITEM\nkey = ENV.fetch("V")\n');
  assert.equal(
    fixed('php', '<?php\n$a = 1 << SHIFT;\n$k = "KEY";\n'),
    "<?php\n$a = 1 << SHIFT;\n$k = getenv('V');\n",
  );
  assert.equal(fixed('shellscript', 'x=$((1<<N))\nexport K="KEY"\n'), `x=$((1<<N))\nexport K="\${V}"\n`);
  assert.equal(
    fixed('shellscript', 'cat <<< "HELLO"\nexport K="KEY"\n'),
    `cat <<< "HELLO"\nexport K="\${V}"\n`,
  );
});

test("a quote within $'…' of a shell does not end it: Copy as cURL writes so", () => {
  assert.equal(
    fixed('shellscript', `curl -d $'it\\'s' -H "Authorization: Bearer KEY" https://x`),
    `curl -d $'it\\'s' -H "Authorization: Bearer \${V}" https://x`,
  );
  assert.equal(
    fixed('shellscript', `curl -d $'it\\'s' https://x\nexport K="KEY"\n`),
    `curl -d $'it\\'s' https://x\nexport K="\${V}"\n`,
  );
});

test('a text that documents a constant below it does not take its fix away', () => {
  assert.equal(
    fixed('python', 'SERVICE = "KEY"\n"""The key of the service."""\n'),
    'SERVICE = os.environ["V"]\n"""The key of the service."""\n',
  );
});

test('what looks like the beginning of a comment within a pattern makes no key of a variable’s name', () => {
  assert.equal(fixed('javascript', "const all = '/x'.match(/[/*]/);\nconst k = 'KEY';\n"), null);
});
