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

/** What is written for a key that is all of its text. */
const reads: Readonly<Record<string, string>> = {
  typescriptreact: 'process.env.V',
  python: 'os.environ["V"]',
  go: 'os.Getenv("V")',
  java: 'System.getenv("V")',
  kotlin: 'System.getenv("V")',
  csharp: 'System.Environment.GetEnvironmentVariable("V")',
  php: "getenv('V')",
  ruby: 'ENV.fetch("V")',
};

const offered: readonly (readonly [language: string, program: string])[] = [
  ['typescriptreact', 'const h = {\n  a: 1,\n  "x-key": "KEY",\n};'],
  ['typescriptreact', 'const k = "KEY"\n\n// next\nf()'],
  ['typescriptreact', 'f(\n  "KEY",\n)'],
  ['typescriptreact', 'const k = process.env.X || "KEY";'],
  ['typescriptreact', 'var k="KEY";'],
  ['typescriptreact', 'this.key="KEY";'],
  ['typescriptreact', 'class A {\n  private readonly key: string = "KEY";\n}'],
  ['typescriptreact', 'const f = () => "KEY";'],
  ['typescriptreact', '<A headers={{ key: "KEY" }} />'],
  ['typescriptreact', 'const a = b.split(/[`"]/);\nconst k = "KEY";'],
  ['typescriptreact', "const all = '/x'.match(/[/*]/);\nconst k = 'KEY';\n/* a */"],
  ['typescriptreact', `const a = \`\${b.map((c) => \`<li>\${c}\`)}\`;\nconst k = "KEY";`],
  ['python', 'h = {\n    "X": str(x),\n    "K": "KEY"\n}'],
  ['python', 'c = Client(api_key="KEY", x=1)'],
  ['python', 'def f(key="KEY"):\n    """It\'s."""'],
  ['python', 'key = os.getenv("X") or "KEY"\nx'],
  ['go', 'const a = "x"\n\nvar k = "KEY"'],
  ['go', 'var (\n\tk = "KEY"\n)'],
  ['go', 'c := Client{\n\tKey: "KEY",\n}'],
  ['go', 'x := []string{"KEY"}'],
  ['java', '@Component("a")\nclass A {\n  @Foo("x") static final String K = "KEY";\n}'],
  ['kotlin', 'const val A = "x"\nval m = mapOf("X" to "KEY")'],
  ['kotlin', 'val c = Client(key = "KEY")'],
  ['csharp', 'const string A = "x";\nvar c = new C { Key = "KEY" };'],
  ['csharp', 'class A {\n  [X("a")]\n  string k = "KEY";\n}'],
  ['csharp', 'var p = @"C:\\";\nf(key: "KEY");'],
  ['csharp', 'var d = new D { ["x"] = "KEY" };'],
  ['php', "<p>Don't</p>\n<?php $k = 'KEY'; ?>"],
  ['php', "<?php f(); ?>Don't\n<?php f(key: 'KEY');"],
  [
    'php',
    "<?php\nclass A {\n  private $x;\n  #[B('c')]\n  public function f(): array {\n    return ['k' => 'KEY'];\n  }\n}",
  ],
  ['ruby', "=begin\nDon't\n=end\nk = 'KEY'"],
  ['ruby', "a = %q(it's)\nb =~ /'/\nK = 'KEY'.freeze"],
];

test('the fix is offered where an expression runs', () => {
  for (const [language, program] of offered) {
    const wanted = program.replace(/(["'])KEY\1/, () => reads[language] ?? '');
    assert.equal(fixed(language, program), wanted, program);
  }
});

const refused: readonly (readonly [language: string, program: string])[] = [
  ['typescriptreact', 'import x from "KEY";'],
  ['typescriptreact', 'const a = { "KEY": 1 };'],
  ['typescriptreact', 'enum A {\n  K = "KEY",\n}'],
  ['typescriptreact', 'type A = "KEY";'],
  ['typescriptreact', 'function f(k: "KEY", b) {}'],
  ['typescriptreact', 'const k = "KEY"\n[1].map(f)'],
  ['typescriptreact', '(\n  "KEY"\n  [0]\n)'],
  ['typescriptreact', `const k = \`\${f("KEY")}\`;`],
  ['typescriptreact', `const k = \`\${f({}, "KEY")}\`;`],
  ['typescriptreact', 'const k = "\\KEY";'],
  ['typescriptreact', 'const k = "KEY\\";'],
  ['typescriptreact', '<p>\n  key="KEY"\n</p>'],
  ['typescriptreact', 'const a = b\n/[/*]/;\nconst k = "KEY";\n/* a */'],
  ['python', 'h = {\n    "X": str(x),\n    "K": "Bearer KEY"\n    "",\n}'],
  ['python', 'k = "Bearer KEY %s" % x'],
  ['python', 'k = """a "KEY" b"""'],
  ['python', 'match a:\n  case ("b", "KEY"):'],
  ['go', 'const k = "KEY"'],
  ['go', 'const (\n\ta = f(1)\n\tk = "KEY"\n)'],
  ['java', '@Value("KEY") String k;'],
  ['java', '@A(b = @B("c"), d = {"e", "KEY"}) String k;'],
  ['kotlin', '@Header("KEY")'],
  ['kotlin', 'const val K =\n  "KEY"'],
  ['kotlin', 'fun `KEY`() = 1'],
  ['csharp', 'class A {\n  private const string K = "KEY";\n}'],
  ['csharp', 'const string A = "x",\n  K = "KEY";'],
  ['csharp', 'void F(string k = "KEY") {}'],
  ['csharp', '[Header("KEY")]\nvoid F() {}'],
  ['csharp', "var a = @\"{\n  'k': 'KEY'\n}\";"],
  ['php', "<?php\nclass A {\n  const K = 'KEY';\n}"],
  ['php', "<?php\nclass A {\n  private array $h = [\n    'k' => 'KEY',\n  ];\n}"],
  ['php', "<?php function f($k = ['KEY']) {}"],
  ['php', "<?php\n#[A('KEY')]\nclass B {}"],
  ['php', "<?php f(); ?>\n<script>k = 'KEY';</script>"],
  ['ruby', 'k = "#{f(\'KEY\')}"'],
  ['ruby', 'k = %q({"k": "KEY"})'],
  ['ruby', "k = `a 'KEY'`"],
  ['ruby', 'k = <<~sql\n  f("KEY")\nsql'],
  ['shellscript', "cat << 'EOF' > a\nX: KEY\nEOF"],
  ['shellscript', 'cat <<eof\nX: KEY\neof'],
  ['shellscript', `a="$(curl -H 'X: KEY')"`],
  ['shellscript', "curl -d $'it\\'s KEY'"],
];

test('it is not offered where it might not run', () => {
  for (const [language, program] of refused) assert.equal(fixed(language, program), null, program);
});

test('an attribute of a JSX element gets braces on a line of its own, too', () => {
  for (const language of ['javascript', 'typescriptreact']) {
    assert.equal(
      fixed(language, '(\n  <A\n    f={() => g()}\n    key="Bearer KEY"\n    b\n  />\n)'),
      '(\n  <A\n    f={() => g()}\n    key={"Bearer " + process.env.V}\n    b\n  />\n)',
    );
  }
});

test('an apostrophe in a here-document turns no quote of a shell round', () => {
  for (const word of ['<< EOF', "<< 'EOF'", '<<-EOF', '<<\\EOF']) {
    assert.equal(
      fixed('shellscript', `cat ${word}\nIt's\nEOF\ncurl -H 'X: KEY'`),
      `cat ${word}\nIt's\nEOF\ncurl -H 'X: '"\${V}"''`,
    );
  }
});

test('in a comment the name of the variable stands', () => {
  assert.equal(fixed('ruby', '=begin\nKEY\n=end'), '=begin\nV\n=end');
});

test('a value on the line behind a backslash is one of Python', () => {
  assert.equal(
    fixed('python', `h["authorization"] = \\\n  'Bearer KEY'\n`),
    `h["authorization"] = \\\n  'Bearer ' + os.environ["V"]\n`,
  );
});
