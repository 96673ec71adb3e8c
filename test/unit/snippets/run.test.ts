import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { SnippetLanguage } from '../../../src/calls/ports/snippetPorts.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { snippet } from '../../../src/snippets/snippets.ts';
import { aSandbox, magic, pathOf } from '../sandbox/aSandbox.ts';
import { aFolder, aRecorder, type Program, programs, run } from './running.ts';

const path = pathOf('credit-report');

describe('a snippet, run as copied with the variable set,', () => {
  for (const program of programs) {
    const { language } = program;
    it(`is answered by the sandbox: ${language}`, { skip: program.skip }, async (t) => {
      const started = await aSandbox(t);
      const body = JSON.stringify(magic('no-record-found', 'credit-report'), null, 2);
      const request = {
        operation: operationById('credit-report'),
        url: started.sandbox.url + path,
        body,
      } as const;
      const copied = snippet(language, { ...request, masked: false, deadlineMs: 60_000 });
      const printed = await run(aFolder(t), program, copied.text, 'sandbox-key-unlimited');
      assert.match(printed, /NO_RECORD_FOUND/);
      const [entry, ...others] = started.sandbox.books().entries;
      assert.equal(others.length, 0);
      assert.deepEqual(
        [entry?.operation, entry?.keyLabel, entry?.messageCode, entry?.charged],
        ['credit-report', 'unlimited', 'NO_RECORD_FOUND', true],
      );
    });
  }
});

for (const program of programs.filter(({ file }) => file.startsWith('call.m'))) {
  it(`an answer that is no JSON is printed all the same: ${program.language}`, async (t) => {
    const { url } = await aRecorder(t, '<h1>Bad gateway</h1>');
    const request = {
      operation: operationById('credit-report'),
      url,
      body: '{}',
      masked: false,
      deadlineMs: 60_000,
    } as const;
    // Reading it may fail afterwards; the failure names what was printed.
    const printed = await run(aFolder(t), program, snippet(program.language, request).text, 'key').catch(
      String,
    );
    assert.match(printed, /200[, ]+'?<h1>Bad gateway/);
  });
}

describe('a snippet that gets no answer', () => {
  for (const program of programs) {
    const { language } = program;
    it(`ends by itself: ${language}`, { skip: program.skip }, async (t) => {
      const server = createServer(() => undefined);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.closeAllConnections());
      t.after(() => new Promise((resolve) => server.close(resolve)));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const operation = operationById('credit-report');
      const call = { operation, url, body: '{}', masked: false, deadlineMs: 1000 } as const;
      const ended = await run(aFolder(t), program, snippet(language, call).text, 'key').catch(String);
      // PHP prints nothing and ends well.
      assert.match(ended, language === 'php' ? /^$/ : /time|abort/i);
    });
  }
});

const awkward = [
  'quotes " \' ` and \\ \\n \\u0041 \\',
  `$HOME \${HOME} $(id) \`id\` %s %n \\0 !! #{x} {{y}} <?php ?> </script> */ -->`,
  'line\nline\r\ntab\tbell\u0007 nul\u0000 vt\u000b7 del\u007f next\u0085',
  'हिन्दी é e\u0301 🚗 ₹ \u2028 \u2029 \u200f \u202e \ufeff',
  'colon: true, none: null,\n: false,',
];

/** Every awkward text as a value and as a key, beside all the other kinds of value. */
const awkwardJson = JSON.stringify(
  {
    awkward,
    byKey: Object.fromEntries(awkward.map((text) => [text, 1])),
    kinds: [true, false, null, 0, -1.5, 1e21, '', {}, []],
    nested: { list: [[{ deep: [true] }]] },
    ['__proto__']: { own: true },
    'not-a-name': 'x',
  },
  null,
  2,
);

/** Bodies that have to arrive to the last byte: no object of a language says quite the same. */
const exact: Readonly<Record<string, string>> = {
  'JSON no object says the same as':
    '{"n": 12345678901234567890, "n": 1.0,\t"e": "\\u00e9", "o":"O\'Brien $x"}\r\n',
  'text that is not JSON': `@/etc/hostname ${awkward.join('\n').replaceAll('\0', '')}`,
  'an empty body': '',
  'a lone null': 'null',
};

describe('a body survives', () => {
  for (const program of programs) {
    const { language } = program;
    it(`in ${language}`, { skip: program.skip }, async (t) => {
      const folder = aFolder(t);
      const { url, received } = await aRecorder(t);
      const awkwardUrl = `${url}/a'b$c/(d)`;
      const send = async (body: string): Promise<Buffer> => {
        received.length = 0;
        const request = {
          operation: operationById('rc-advanced'),
          url: awkwardUrl,
          body,
          masked: false,
          deadlineMs: 60_000,
        } as const;
        await run(folder, program, snippet(language, request).text, 'key-of-test');
        const [got, ...others] = received;
        assert.equal(others.length, 0);
        assert.ok(got !== undefined);
        assert.deepEqual([got.method, got.path], ['POST', "/a'b$c/(d)"]);
        assert.equal(got.headers.authorization, 'Bearer key-of-test');
        assert.match(String(got.headers['content-type']), /^application\/json(; ?charset=utf-8)?$/);
        assert.equal(got.headers.accept, 'application/json');
        return got.body;
      };
      assert.deepEqual(JSON.parse((await send(awkwardJson)).toString()), JSON.parse(awkwardJson));
      for (const [what, body] of Object.entries(exact)) {
        assert.deepEqual((await send(body)).toString(), body, what);
      }
    });
  }

  const only = (language: SnippetLanguage): Program => {
    const found = programs.find((program) => program.language === language);
    if (found === undefined) throw new Error(`no program for ${language}`);
    return found;
  };

  const arrives = async (t: TestContext, program: Program, body: string): Promise<void> => {
    const { url, received } = await aRecorder(t);
    const copied = snippet(program.language, {
      operation: operationById('email-bulk'),
      url,
      body,
      masked: false,
      deadlineMs: 60_000,
    });
    await run(aFolder(t), program, copied.text, 'key-of-test');
    assert.ok(received[0]?.body.equals(Buffer.from(body)));
  };

  it('of any size and with NUL in cURL', { skip: only('curl').skip }, (t) =>
    arrives(t, only('curl'), `${"it's %s \\0 é ".repeat(20_000)}\0\0end\n`),
  );

  it('longer than a constant may be in Java', { skip: only('java').skip }, (t) => {
    const emails = Array.from({ length: 9000 }, (_, n) => `🚗${n}@nowhere.example`);
    return arrives(t, only('java'), JSON.stringify({ emails }));
  });
});
