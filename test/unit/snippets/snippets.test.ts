import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { SnippetLanguage } from '../../../src/calls/ports/snippetPorts.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { frameOf, standIn, swapped } from '../../../src/snippets/frame.ts';
import { responseHandler, snippet, snippetLanguages } from '../../../src/snippets/snippets.ts';

const root = join(import.meta.dirname, '../../..');
const url = 'https://api.example.in/prefix/api/v1/credit-report/fetch';
const body = '{"number":"ZZZXZ9999Z","fetch_by":"pan","mobile":"0000012345","name":"INVENTED PERSON"}';
const deadlineMs = 45_000;
const request = { operation: operationById('credit-report'), url, body, deadlineMs } as const;

const inTemplate = '`Bearer $' + '{process.env.VERIFICATION_API_KEY}`';

/** How each language names the variable in the header it sends. */
const keys: Readonly<Record<SnippetLanguage, string>> = {
  curl: '"Authorization: Bearer $VERIFICATION_API_KEY"',
  'javascript-undici': inTemplate,
  'javascript-fetch': inTemplate,
  typescript: inTemplate,
  python: '"Bearer " + os.environ["VERIFICATION_API_KEY"]',
  go: '"Bearer "+os.Getenv("VERIFICATION_API_KEY")',
  java: '"Bearer " + System.getenv("VERIFICATION_API_KEY")',
  csharp: 'AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("VERIFICATION_API_KEY"))',
  php: "'Authorization: Bearer ' . getenv('VERIFICATION_API_KEY')",
};

/** How each language says how long it waits. */
const deadlines: Readonly<Record<SnippetLanguage, string>> = {
  curl: '--max-time 45 ',
  'javascript-undici': 'signal: AbortSignal.timeout(45000),',
  'javascript-fetch': 'signal: AbortSignal.timeout(45000),',
  typescript: 'signal: AbortSignal.timeout(45000),',
  python: 'timeout=45,',
  go: 'Timeout: 45 * time.Second,',
  java: '.timeout(java.time.Duration.ofSeconds(45))',
  csharp: 'client.Timeout = TimeSpan.FromSeconds(45);',
  php: 'curl_setopt($ch, CURLOPT_TIMEOUT, 45);',
};

describe('every snippet', () => {
  it('has a language of its own', () => {
    assert.deepEqual(
      snippetLanguages.map(({ id }) => id),
      Object.keys(keys),
    );
  });

  for (const { id } of snippetLanguages) {
    it(`reads the key from the environment and leaves no stand-in behind: ${id}`, () => {
      const { text } = snippet(id, { ...request, masked: false });
      assert.ok(text.includes(keys[id]), text);
      assert.doesNotMatch(text, /_TOKEN|url\.invalid/);
      assert.ok(text.includes(url));
    });

    it(`gives up when the form would, and says what that leaves open: ${id}`, () => {
      const { text } = snippet(id, { ...request, masked: false });
      assert.ok(text.includes(deadlines[id]), text);
      assert.match(text, /It waits 45 s for an answer\. A call given up then may be billed all the same\./);
      const part = snippet(id, { ...request, deadlineMs: 1500, masked: false });
      assert.ok(part.text.includes(deadlines[id].replace(/45/, '2')), part.text);
    });

    it(`masks personal values when asked, and says so: ${id}`, () => {
      const clear = snippet(id, { ...request, masked: false });
      assert.equal(clear.masked, false);
      assert.match(clear.text, /ZZZXZ9999Z[\s\S]*0000012345[\s\S]*INVENTED PERSON/);
      assert.doesNotMatch(clear.text, /are masked/);
      const hidden = snippet(id, { ...request, masked: true });
      assert.equal(hidden.masked, true);
      assert.doesNotMatch(hidden.text, /ZZZXZ9999Z|0000012345|INVENTED/);
      assert.match(hidden.text, /Personal values are masked/);
    });

    it(`names the key that the sandbox accepts, in a comment alone, and none where it calls a service: ${id}`, () => {
      const { text } = snippet(id, { ...request, masked: false, sandboxKey: 'sandbox-key-valid' });
      const lines = text.split('\n').filter((line) => line.includes('sandbox'));
      assert.match(lines.join('\n'), /^(#|\/\/) The sandbox accepts the key sandbox-key-valid\.$/);
      assert.ok(text.includes(keys[id]), 'it is read from the environment all the same');
      const ofService = snippet(id, { ...request, masked: false, sandboxKey: null });
      assert.deepEqual(ofService, snippet(id, { ...request, masked: false }));
      assert.doesNotMatch(ofService.text, /sandbox/);
    });

    it(`is left as typed when there is nothing to mask: ${id}`, () => {
      const plain = { ...request, body: '{"fetch_by":"pan" , "page":1.0}' };
      const asked = snippet(id, { ...plain, masked: true });
      assert.deepEqual(asked, snippet(id, { ...plain, masked: false }));
      assert.equal(asked.masked, false);
    });
  }

  it('lets no error of Go pass in silence, and prints what came before it ends', () => {
    const { text } = snippet('go', { ...request, masked: false });
    assert.doesNotMatch(text, /, _ :?=/);
    const unread = text.matchAll(/, err := (\S+)\(.*\n(?!\tif err != nil \{)/g);
    assert.deepEqual(
      [...unread].map(([, call]) => call),
      ['io.ReadAll'],
    );
    assert.match(text, /io\.ReadAll[\s\S]*Println\(string\(body\)\)\n\tif err != nil \{\n\t\tpanic\(err\)/);
  });

  it('masks what is no JSON by its look', () => {
    const { text } = snippet('python', { ...request, body: 'call 99999 00000 now', masked: true });
    assert.doesNotMatch(text, /99999/);
  });

  it('has comments that a shell can only take for words', () => {
    const { text } = snippet('curl', { ...request, masked: true, sandboxKey: 'sandbox-key-valid' });
    const comments = text.split('\n').filter((line) => line.startsWith('#'));
    assert.equal(comments.length, 5);
    for (const line of comments) assert.match(line, /^# [A-Za-z0-9_. ]+(-[A-Za-z0-9_. ]+)*$/);
  });
});

describe('C#', () => {
  /** The text a C# compiler reads: a raw string between lines of three or more quotes, or an ordinary one. */
  const bodyOf = (text: string): string => {
    const code = snippet('csharp', { ...request, body: text, masked: false }).text;
    const literal = /StringContent\(\n([\s\S]*),\nSystem\.Text/.exec(code)?.[1] ?? '';
    const raw = /^("{3,})\n([\s\S]*)\n\1$/.exec(literal);
    if (raw === null) {
      assert.match(literal, /^"(?:[^"\\\n\r\u0085\u2028\u2029]|\\["\\bfnrt]|\\u[0-9a-f]{4})*"$/);
      return String(JSON.parse(literal));
    }
    assert.equal(raw[2]?.includes(raw[1] ?? ''), false);
    return raw[2] ?? '';
  };

  for (const text of [
    '',
    'one line "x" \\',
    'a\n"""b"""\n""""',
    'a\r\n\u2028\u0000',
    '{\n  "k": "\\u0041 $x {y}"\n}',
  ]) {
    it(`keeps ${JSON.stringify(text)}`, () => assert.equal(bodyOf(text), text));
  }
});

describe('cURL', () => {
  it('takes brackets and braces of a path as they are', () => {
    const { text } = snippet('curl', { ...request, url: 'https://api.example.in/[1-3]/x', masked: false });
    assert.match(
      text,
      /curl 'https:\/\/api\.example\.in\/\[1-3\]\/x' \\\n {2}--globoff \\\n {2}--max-time 45 \\\n/,
    );
    const plain = snippet('curl', { ...request, url: 'http://[::1]:8080/x', masked: false });
    assert.doesNotMatch(plain.text, /globoff/);
  });
});

describe('the library', () => {
  it('must write what is exchanged, and once', () => {
    assert.throws(() => swapped('a b', [['c', 'd']]), /no longer writes c once/);
    assert.throws(() => swapped('a a', [['a', 'd']]), /no longer writes a once/);
    assert.equal(
      swapped('a b', [
        ['b', '$& a'],
        ['a', 'b'],
      ]),
      'b $& a',
    );
  });

  it('is given no part of the call, only stand-ins', () => {
    let asked = '';
    const plugin = {
      target: 'js',
      client: 'fetch',
      title: '',
      generate: (given: unknown) => {
        asked = JSON.stringify(given);
        return '';
      },
    } as const;
    frameOf(plugin, 'application/json');
    for (const part of Object.values(standIn)) assert.ok(asked.includes(part));
  });
});

describe('TypeScript', () => {
  it('of the snippet and of the response handler passes the strictest compiler', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'types-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'call.mts'), snippet('typescript', { ...request, masked: false }).text);
    writeFileSync(join(folder, 'handler.mts'), responseHandler());
    for (const name of ['@types/node', 'undici-types']) {
      cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
    }
    const strictest = [
      'strict',
      'noUncheckedIndexedAccess',
      'exactOptionalPropertyTypes',
      'noImplicitReturns',
    ];
    const compiles = (files: readonly string[], options: readonly string[]): void => {
      const config = {
        compilerOptions: {
          ...Object.fromEntries(options.map((option) => [option, true])),
          noUnusedLocals: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2024',
          lib: ['es2024'],
          types: ['node'],
          erasableSyntaxOnly: true,
        },
        files,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      // Throws with what the compiler said when it is not content.
      const said = execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
      assert.equal(said, '');
    };
    compiles(['call.mts', 'handler.mts'], strictest);
    // Node's own types make process.env one of these; who forbids them knows it.
    compiles(['handler.mts'], [...strictest, 'noPropertyAccessFromIndexSignature']);
  });
});
