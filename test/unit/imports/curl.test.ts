// Counting starts before what is counted is loaded.

import assert from 'node:assert/strict';
import test from 'node:test';
import type { ImportedFields } from '../../../src/calls/ports/importPorts.ts';
import { bodyFromFields, fieldsFromBody } from '../../../src/contract/draft.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import { plain } from '../../../src/contract/words.ts';
import { readCurl } from '../../../src/imports/curl.ts';
import { snippet } from '../../../src/snippets/snippets.ts';
import { assertLinear } from '../../support/steps.ts';

function read(command: string): ImportedFields & { readonly operation: string | null } {
  const reading = readCurl(command);
  assert.ok(reading.ok, reading.ok ? '' : plain(reading.why));
  const [found] = reading.found;
  assert.ok(found);
  return { ...found.fields(), operation: found.operation };
}

function names(command: string): readonly string[] {
  return read(command).fields.map(
    ({ in: above = [], name, type }) => `${[...above, name].join('.')}:${type}`,
  );
}

function why(command: string): string {
  const reading = readCurl(command);
  assert.ok(!reading.ok);
  return plain(reading.why);
}

const url = 'https://api.example.invalid/prefix/api/v1/rc/advanced';

test('a plain command: names, types and nesting, and the operation by its path', () => {
  const body = `{"rc_number":"XX00AB0000","consent":true,"n":12345678901234567890,"o":{"p":["a"],"q":{}},"l":[1],"z":null}`;
  const found = read(`curl -sS -X POST ${url} -H 'Authorization: Bearer sk_secret' -d '${body}'`);
  assert.equal(found.operation, 'rc-advanced');
  assert.deepEqual(found.fields, [
    { name: 'rc_number', required: false, type: 'string', check: 'registration' },
    { name: 'consent', required: false, type: 'boolean' },
    { name: 'n', required: false, type: 'number' },
    { name: 'p', in: ['o'], required: false, type: 'string-list' },
    { name: 'z', required: false, type: 'string' },
  ]);
  assert.equal(found.notes.length, 3);
});

test('every way of writing it gives the same fields', () => {
  const commands = [
    `curl '${url}' --data-raw '{"a":"x y","b":{"c":1}}'`,
    `curl --url ${url} --json '{"a":"x y",' --json '"b":{"c":1}}'`,
    `curl "${url}" \\\n  -H 'content-type: application/json' \\\n  --data-binary $'{"a":"x\\u0021 \\'y","b":{"c":1}}'`,
    `curl ${url} -d'{"a":"x","b":{"c":1}}'`,
    `curl -sXPOST ${url} --data='{"a":"x","b":{"c":1}}' | jq .`,
    `$ curl ${url} -H "authorization: Bearer $KEY" -d "{\\"a\\":\\"x\\",\\"b\\":{\\"c\\":1}}" # try`,
    `curl ^"${url}^" ^\r\n  -H ^"authorization: Bearer sk^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"x^%^\\^",^\\^"b^\\^":^{^\\^"c^\\^":1^}^}^"`,
    `curl.exe "${url}" -d "{\\"a\\":\\"x\\",\\"b\\":{\\"c\\":1}}"`,
    `/usr/bin/curl ${url} -d '{"a":"x","b":{"c":1}}' -u me:sk_secret`,
    // As an input box leaves it.
    `curl '${url}' \\   --data-raw '{"a":"x","b":{"c":1}}' \\   --compressed`,
  ];
  for (const command of commands) assert.deepEqual(names(command), ['a:string', 'b.c:number'], command);
});

test('a command over several lines of PowerShell is read to its end, also from an input box', () => {
  for (const end of ['\r\n', '\n', '  ']) {
    const found = read(
      `curl.exe -X POST \`${end}--compressed \`${end}--data-raw '{"a":1}' \`${end}--url '${url}'`,
    );
    assert.deepEqual([found.operation, found.fields.map(({ name }) => name)], ['rc-advanced', ['a']]);
    const first = read(`curl.exe \`${end}-H 'x: y' '${url}' -d '{"a":1}'`);
    assert.equal(first.operation, 'rc-advanced');
  }
});

test('what Copy As writes is read, the sentences on top of it left out', () => {
  const operation = operationById('rc-advanced');
  const request = { operation, url, body: '{"rc_number":"XX00AB0000","consent":true}' };
  for (const masked of [true, false]) {
    const { text } = snippet('curl', { ...request, masked, deadlineMs: 60_000 });
    assert.deepEqual(names(text), ['rc_number:string', 'consent:boolean'], text);
    assert.deepEqual(names(`\r\n${text.replaceAll('\n', '\r\n')}`), ['rc_number:string', 'consent:boolean']);
  }
});

test('what Copy As writes is read from an input box, which makes spaces of line ends', () => {
  const request = { operation: operationById('rc-advanced'), url, body: '{\n  "rc_number": "XX00AB0000"\n}' };
  for (const masked of [true, false]) {
    const { text } = snippet('curl', { ...request, masked, deadlineMs: 60_000 });
    const found = read(text.trim().replaceAll('\n', ' '));
    assert.deepEqual([found.operation, found.fields.map(({ name }) => name)], ['rc-advanced', ['rc_number']]);
  }
  assert.deepEqual(names(`# the curl of yesterday: curl.exe -d '{"a":1}' ${url}`), ['a:number']);
  assert.match(why('# a curl command'), /not a cURL command/);
});

test('a long body, or one with NUL, that Copy As pipes into curl is read', () => {
  const operation = operationById('email-bulk');
  const emails = Array.from({ length: 4000 }, (_, n) => `somebody.${n}@nowhere.example`);
  const { text } = snippet('curl', {
    operation,
    url,
    body: JSON.stringify({ emails }),
    masked: false,
    deadlineMs: 60_000,
  });
  assert.match(text, /printf[\s\S]*@-/);
  for (const written of [text, text.trim().replaceAll('\n', ' ')]) {
    assert.deepEqual(names(written), ['emails:string-list']);
  }
  const odd = snippet('curl', { operation, url, body: 'a=1&b=\0&c=2', masked: false, deadlineMs: 60_000 });
  assert.deepEqual(names(odd.text), ['a:string', 'b:string', 'c:string']);
  assert.match(why(`cat body.json | curl ${url} -d @-`), /not a cURL command/);
  assert.match(why(`printf '%d' 1 | curl ${url} -d @-`), /not a cURL command/);
});

test('what is quoted is no line end, and a fragment no comment', () => {
  assert.deepEqual(names(`curl ${url} -d '{"a":"C:\\\\ - old","b":1}'`), ['a:string', 'b:number']);
  assert.deepEqual(names(`curl ${url} -d $'{"a":"it\\'s \\\\\\\\ -","b":1}' \\ -s`), [
    'a:string',
    'b:number',
  ]);
  assert.deepEqual(names(`curl ${url} -d "{\\"a \\\\\\\\ -b\\":1}"`), ['a \\ -b:number']);
  assert.deepEqual(names(`curl ${url} -d "{\\"a\\": \\\n1}"`), ['a:number']);
  for (const address of [`${url}#try`, `'${url}'#try`]) {
    const found = read(`curl ${address} -d '{"a":1}' # {"b":1}`);
    assert.deepEqual([found.operation, found.fields.map(({ name }) => name)], ['rc-advanced', ['a']]);
  }
});

test('data that goes into the address is no body', () => {
  for (const option of ['-G', '--get', '-sG', '-sSGd x=1']) {
    assert.match(why(`curl ${option} ${url} -d rc_number=XX00AB0000`), /^With -G/, option);
  }
  for (const option of ['-XGET', '-H GET', '-uG:G']) {
    assert.deepEqual(names(`curl ${option} ${url} -d a=1`), ['a:string'], option);
  }
});

test('a form becomes fields, and is said to be one', () => {
  for (const data of [
    "-d 'a=1&b=x%20y'",
    '-d a=1 -d b=2',
    '--data-urlencode a=1 --data-urlencode b=x',
    '-F a=1 -F b=2',
  ]) {
    const found = read(`curl ${url} ${data}`);
    assert.deepEqual(
      found.fields.map(({ name, type }) => `${name} ${type}`),
      ['a string', 'b string'],
      data,
    );
    assert.match(found.notes.map(plain).join(), /A form is sent as JSON/);
  }
});

test('what cannot be read gets one sentence', () => {
  assert.match(why(''), /not a cURL command/);
  assert.match(why('wget x'), /not a cURL command/);
  assert.match(why(`curl ${url}`), /no body/);
  assert.match(why(`curl ${url} -d @body.json`), /from a file/);
  assert.match(why(`curl ${url} --data-urlencode name@secret.txt`), /from a file/);
  assert.match(why(`curl ${url} -F file=@secret.txt`), /from a file/);
  assert.match(why(`curl ${url} -d '{"a":'`), /neither a JSON object nor a form/);
  assert.match(why(`curl ${url} -d '[1]'`), /neither a JSON object nor a form/);
  assert.match(why(`curl ${url} -d "\${"`), /not a cURL command/);
  assert.match(why('x'.repeat(200_001)), /too long/);
  for (const text of ['', `curl -d @folder/someone/secret.json`]) assert.doesNotMatch(why(text), /someone/);
});

test('a long or broken command is read in time that grows with its length', () => {
  for (const text of ["'", '"', '\\', '$(', 'a', "$'", '^"', '{"'])
    assertLinear(text, (size) => `curl -d ${text.repeat(size)}`, readCurl);
});

test('no key, header or value is in what is found', () => {
  const secrets = [
    'sk_live_4711',
    'ZZZXZ9999Z',
    '0000 1111 2222',
    'someone@example.invalid',
    'Invented',
    'XX00AB0000',
    'SESSION',
  ];
  const body = {
    pan: 'ZZZXZ9999Z',
    who: { id: '0000 1111 2222', name: 'Invented Person', mail: 'someone@example.invalid' },
    ref: 'ZZZXZ9999Z',
    'someone@example.invalid': 'x',
    more: { 'someone@example.invalid': { a: 1 } },
    plate: 'XX00AB0000',
  };
  const found = read(
    `curl '${url}?key=sk_live_4711' -H 'Authorization: Bearer sk_live_4711' -b SESSION=1 -d '${JSON.stringify(body)}'`,
  );
  const kept = JSON.stringify([found.fields, found.notes]);
  for (const secret of secrets) assert.ok(!kept.includes(secret), secret);
  const ref = found.fields.find(({ name }) => name === 'ref');
  assert.deepEqual(ref, {
    name: 'ref',
    required: false,
    type: 'string',
    personal: 'first2last2',
    check: 'pan',
  });
});

test('what the form then makes of the same values is the body that was sent', () => {
  const body =
    '{\n  "a": "x",\n  "b": {\n    "c": 12345678901234567890,\n    "d": [\n      "e"\n    ]\n  },\n  "f": false\n}';
  const { fields } = read(`curl ${url} -d '${body}'`);
  const operation = withRequestFields(
    operationById('rc-advanced'),
    readRequestFields({ 'rc-advanced': fields }),
  );
  const shown = fieldsFromBody(operation, body);
  assert.ok(shown.ok);
  assert.equal(bodyFromFields(operation, shown.fields), body);
});

test('what --data-urlencode sends as one value names no field, whatever signs are in it', () => {
  const encoded = (value: string): string => `--data-urlencode '${value}'`;
  const command = `curl ${url} -d 'a=1&b=2' ${encoded('name=ZZ Nobody & ZZ Nobodies=1')} ${encoded('=ZZ&ZZ=1')} ${encoded('+c=1 + 1')}`;
  assert.deepEqual(names(command), ['a:string', 'b:string', 'name:string', '+c:string']);
  assert.deepEqual(names(`curl ${url} ${encoded('name=ZZ Nobody&Nobodies')}`), ['name:string']);
});

test('the word of an option is not taken for the address', () => {
  const body = `-d '{"a":"x"}'`;
  for (const option of [
    `--noproxy '*'`,
    '--cert-type PEM',
    '--trace-ascii out.txt',
    '--socks5-hostname h:1080',
  ]) {
    assert.equal(read(`curl ${option} ${url} ${body}`).operation, 'rc-advanced', option);
  }
});
