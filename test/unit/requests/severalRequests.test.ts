// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';
import { propertiesOf, readTree } from '../../../src/requests/bodyTree.ts';
import { findingsIn } from '../../../src/requests/findings.ts';
import { entryAt, readRequestFile } from '../../../src/requests/requestFile.ts';
import { resolveBody } from '../../../src/requests/resolve.ts';
import { requestFileSchema } from '../../../src/requests/schema.ts';
import { appendRequest, printRequestFile } from '../../../src/requests/written.ts';

/** Each request as its name, or why it cannot be sent. */
function readingOf(text: string): readonly (string | null)[] | string {
  const reading = readRequestFile(text);
  if (!reading.ok) return plain(reading.why);
  return reading.entries.map((entry) => (entry.reading.ok ? entry.name : plain(entry.reading.why)));
}

const car = '{ "name": "car", "operation": "rc-advanced", "body": { "rc_number": "XX00OK0200" } }';
const person = '{ "name": "person", "operation": "credit-report", "body": { "number": "${input:}" } }';
const nothing = '{ "name": "nothing", "operation": "rc-advanced" }';

function list(...requests: readonly string[]): string {
  return `{\n  "requests": [\n    ${requests.join(',\n    ')}\n  ]\n}\n`;
}

/** The number of the request that `|` is in. */
function under(marked: string): number | null {
  const text = marked.replace('|', '');
  const reading = readRequestFile(text);
  assert.ok(reading.ok);
  return entryAt(text, reading.entries, marked.indexOf('|'));
}

describe('a file with several requests', () => {
  it('is read one by one: one that cannot be sent keeps no other from being sent', () => {
    assert.deepEqual(readingOf(list(car, nothing, '7', person)), [
      'car',
      'It has no body.',
      'It is not a JSON object.',
      'person',
    ]);
  });

  it('that stops being JSON keeps the requests that end before', () => {
    const broken = list(car, person.replace('"body":', '"body"'), car);
    const says = 'It is not JSON: line 4, column 62.';
    assert.deepEqual(readingOf(broken), ['car', says, says]);
    assert.deepEqual(
      readingOf(list(car, '{ "operation": "rc-advanced", "body": {').replace(/\]\s*\}\s*$/, '')),
      ['car', 'It is not JSON: line 5, column 3.'],
    );
  });

  it('never takes for whole what was cut off', () => {
    const whole = list(car, person, car);
    const complete = readRequestFile(whole);
    assert.ok(complete.ok);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        const reading = readRequestFile(whole.slice(0, length));
        if (!reading.ok) return;
        for (const [index, entry] of reading.entries.entries()) {
          if (entry.reading.ok)
            assert.deepEqual([entry.end <= length, entry.end], [true, complete.entries[index]?.end]);
        }
      }),
    );
  });

  const wrong: readonly (readonly [text: string, says: string])[] = [
    ['{"requests":{}}', 'Its requests are not a list.'],
    ['{"requests":[]}', 'Its list of requests is empty.'],
    [
      `{"operation":"rc-advanced","requests":[${car}]}`,
      'It has operation outside its list of requests: move that into the list.',
    ],
    [`{"body":{},"requests":[${car}]}`, 'It has body outside its list of requests: move that into the list.'],
  ];
  for (const [text, says] of wrong) {
    it(`says: ${says}`, () => assert.equal(readingOf(text), says));
  }

  it('has one under every cursor but above the first', () => {
    assert.equal(under(list(`|${car}`, person)), 0);
    assert.equal(under(list(car, person.replace('"${', '"|${'))), 1);
    assert.equal(under(list(`${car}|`, person)), 0);
    assert.equal(under(`|${list(car, person)}`), null);
    assert.equal(under(list(car, person).replace('[', '|[')), null);
    assert.equal(under(`|{ "requests": [${car}, ${person}] }`), 0);
    assert.equal(under(`${list(car, person)}|`), 1);
    // In the white space before the second: its line is meant.
    assert.equal(under(list(car, person).replace(`    ${person}`, `  |  ${person}`)), 1);
    assert.equal(under(list(car, `|\n    ${person}`)), 0);
  });

  it('fills each from its own placeholders', () => {
    const reading = readRequestFile(list(car, person));
    assert.ok(reading.ok);
    const second = reading.entries[1]?.reading;
    assert.ok(second?.ok);
    const got = resolveBody(second.request, operationById('credit-report'), {
      inputs: new Map([['number', 'N']]),
      env: null,
    });
    assert.deepEqual(got, { ok: true, body: '{\n  "number": "N"\n}' });
  });

  it('is looked through whole, and names that are there twice are told', () => {
    const text = list(car, person.replace('"number"', '"nummer"'), car.replace('"car"', '" CAR "'), nothing);
    const found = findingsIn(text, operationById, () => true, true).map(
      ({ what, offset, length }) => [text.slice(offset, offset + length), plain(what).slice(0, 30)] as const,
    );
    assert.deepEqual(found, [
      ['"nummer"', 'nummer is not a known request '],
      ['" CAR "', 'Another request in this file h'],
    ]);
  });

  it('has a schema for its list that knows what a single request knows', () => {
    const schema = JSON.parse(JSON.stringify(requestFileSchema(operations, plain)));
    const { items } = schema.properties.requests;
    assert.deepEqual(items.allOf, schema.allOf);
    assert.deepEqual(Object.keys(items.properties), ['operation', 'name', 'note', 'body']);
    assert.deepEqual(
      [items.required, schema.else.required],
      [
        ['operation', 'body'],
        ['operation', 'body'],
      ],
    );
  });
});

describe('a request added to a file', () => {
  const added = { operation: 'rc-advanced', name: 'added', body: '{\n  "n": 1.0\n}' } as const;
  function appended(text: string): string {
    const got = appendRequest(text, added);
    assert.ok(got.ok, got.ok ? '' : plain(got.why));
    assert.ok(got.text.slice(got.at).startsWith('{'));
    return got.text;
  }

  it('follows the last one, as that is indented; everything else stays as it is', () => {
    const text = `{ // mine\n\t"requests": [\n\t\t${car}, // the car\n\t],\n}\n`;
    assert.equal(
      appended(text),
      `{ // mine\n\t"requests": [\n\t\t${car},\n\t\t{\n\t\t  "operation": "rc-advanced",\n\t\t  "name": "added",\n\t\t  "body": {\n\t\t    "n": 1.0\n\t\t  }\n\t\t}, // the car\n\t],\n}\n`,
    );
  });

  it('makes a list of a file that is one request, with its comments and its schema', () => {
    const single = printRequestFile({
      operation: 'credit-report',
      body: '{\n  "number": 12345678901234567890\n}',
    });
    const text = appended(`// top\n${single.replace('{\n', '{\n  "$schema": "x", // why\n')}`);
    assert.deepEqual(readingOf(text), [null, 'added']);
    assert.match(
      text,
      /^\/\/ top\n\{\n {2}"\$schema": "x",\n {2}"requests": \[\n {4}\{\n {6}\/\/ why\n {6}"operation"/,
    );
    assert.match(text, /12345678901234567890/);
  });

  for (const [where, single] of [
    [
      'before its schema',
      '{\n  // mine\n  "$schema": "x",\n  "operation": "rc-advanced",\n  "body": {}\n}\n',
    ],
    ['behind its schema', '{\n  "$schema": "x", // mine\n  "operation": "rc-advanced",\n  "body": {}\n}\n'],
    ['before the comma', '{\n  "$schema": "x" // mine\n  , "operation": "rc-advanced",\n  "body": {}\n}\n'],
    ['before the last', '{\n  "operation": "rc-advanced",\n  "body": {}, // mine\n  "$schema": "x"\n}\n'],
    ['above the last', '{ "operation": "rc-advanced", "body": {},\n  // mine\n  "$schema": "x" }\n'],
    ['behind the last', '{\n  "operation": "rc-advanced",\n  "body": {},\n  "$schema": "x", // mine\n}\n'],
    ['with a comma', '{ "operation": "rc-advanced", "body": {} /* , */, "$schema": "x" /* mine */ }'],
  ] as const) {
    for (const text of [single, single.replaceAll('\n', '\r\n')]) {
      it(`keeps a comment of a file that is one request: ${where}, ${text.includes('\r') ? 'CRLF' : 'LF'}`, () => {
        const got = appended(text);
        assert.match(got, /mine/);
        assert.equal(got.match(/\$schema/g)?.length, 1);
        assert.deepEqual(readingOf(got), [null, 'added']);
        const tree = readTree(got);
        assert.ok(tree.ok);
        assert.deepEqual(
          propertiesOf(tree.root).map(({ key }) => key),
          ['$schema', 'requests'],
        );
      });
    }
  }

  it('goes into the list that counts where the key is given twice', () => {
    const text = appended(`{ "requests": [], "requests": [\n  ${car}\n] }`);
    assert.equal(readingOf(text).at(-1), 'added');
  });

  it('keeps the line ends of the file', () => {
    const text = appended(list(car).replaceAll('\n', '\r\n'));
    assert.doesNotMatch(text, /[^\r]\n/);
  });

  it('is not added to what cannot be read to its end', () => {
    const got = appendRequest(list(car).replace(/\]\s*\}\s*$/, ''), added);
    assert.equal(
      got.ok ? '' : plain(got.why),
      'It is not valid JSON after its first requests: fix that first.',
    );
    const none = appendRequest('{', added);
    assert.equal(none.ok ? '' : plain(none.why), 'It is not JSON: line 1, column 2.');
  });

  it('makes a file that holds one more, whatever the requests are', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.boolean(), (count, single) => {
        const before = single || count === 0 ? car : list(...Array.from({ length: count }, () => person));
        const names = readingOf(before);
        assert.deepEqual(readingOf(appended(before)), [...names, 'added']);
      }),
    );
  });
});
