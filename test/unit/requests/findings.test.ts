// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasVerhoeffCheckDigit } from '../../../src/contract/hints.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import { plain } from '../../../src/contract/words.ts';
import { findingsIn } from '../../../src/requests/findings.ts';

/** Each finding as: its severity, the text it stands at, how it begins, its replacement. */
function found(
  body: string,
  set: readonly string[] = [],
  bills = true,
): readonly (readonly (string | null)[])[] {
  const text = `{ "operation": "aadhaar-pan-link", "body": ${body} }`;
  return findingsIn(text, operationById, (name) => set.includes(name), bills).map(
    ({ severity, offset, length, what, replacement }) => [
      severity,
      text.slice(offset, offset + length),
      plain(what).split(' ').slice(0, 6).join(' '),
      replacement,
    ],
  );
}

/** Nobody's: made here, so that no such number stands in a file. */
function aNumberWithItsCheckDigit(): string {
  const start = '9'.repeat(11);
  const last = [...'0123456789'].find((digit) => hasVerhoeffCheckDigit(start + digit));
  return `${start}${last}`;
}

describe('what is said of a request file', () => {
  it('is nothing where all is known and nothing is personal', () => {
    assert.deepEqual(found('{"aadhaar_number":"${input:Aadhaar number}","pan_number":"ZZZXZ9999Z"}'), []);
  });

  it('are fields nobody knows of', () => {
    assert.deepEqual(found('{"aadhar_number":"x"}'), [
      ['warning', '"aadhar_number"', 'aadhar_number is not a known request', null],
    ]);
  });

  it('is a value that is none of the choices of its field, unless it is asked for', () => {
    const long = '12345678901234567890';
    const fields = [
      { name: 'kind', choices: ['mobile', 'pan'] },
      { name: 'level', type: 'number', choices: [1, long] },
    ];
    const operation = withRequestFields(
      operationById('aadhaar-pan-link'),
      readRequestFields({ 'aadhaar-pan-link': fields }),
    );
    const said = (body: string): readonly string[] =>
      findingsIn(
        `{"operation":"aadhaar-pan-link","body":${body}}`,
        () => operation,
        () => true,
        true,
      ).map(({ what, length }) => `${length} ${plain(what)}`);
    assert.deepEqual(said('{"kind":"uid","level":3}'), [
      '5 Not one of its choices: mobile, pan.',
      `1 Not one of its choices: 1, ${long}.`,
    ]);
    for (const body of [
      `{"kind":"pan","level":${long}}`,
      '{"kind":"${input:Kind}","level":"${number:Level|7}"}',
      '{"kind":"${env:KIND}"}',
      '{"kind":""}',
    ])
      assert.deepEqual(said(body), [], body);
  });

  it('is the size of a fault of the sandbox where a call may bill, and there alone', () => {
    const body = '{"sandbox_amount":5000}';
    assert.deepEqual(found(body), [
      ['warning', '"sandbox_amount"', 'sandbox_amount is not a known request', null],
    ]);
    assert.deepEqual(found(body, [], false), []);
    // The sandbox reads it at the top alone.
    assert.equal(found('{"consent":{"sandbox_amount":1}}', [], false).length, 1);
  });

  it('are an Aadhaar number with its check digit and a PAN, with what to put instead', () => {
    const number = aNumberWithItsCheckDigit();
    const pan = `ZZZP${'Z9999Z'}`;
    assert.deepEqual(found(`{"aadhaar_number":"${number}","pan_number":"${pan}"}`), [
      ['warning', `"${number}"`, 'This looks like an Aadhaar number.', '"${input:Aadhaar number}"'],
      ['warning', `"${pan}"`, 'This looks like a PAN. Whoever', '"${input:PAN}"'],
    ]);
    // Also where the file only offers it to start from.
    const started = `"\${input:Number|${number}}"`;
    assert.deepEqual(found(`{"aadhaar_number":${started}}`), [
      ['warning', started, 'This looks like an Aadhaar number.', '"${input:Number}"'],
    ]);
    assert.deepEqual(
      found(`{"aadhaar_number":${number}}`).map(([, at, , instead]) => [at, instead]),
      [[number, '"${number:Aadhaar number}"']],
    );
  });

  it('asks for a text as one where its field is stated to be a number', () => {
    const fields = readRequestFields({ 'aadhaar-pan-link': [{ name: 'aadhaar_number', type: 'number' }] });
    const stated = withRequestFields(operationById('aadhaar-pan-link'), fields);
    const number = aNumberWithItsCheckDigit();
    const text = (value: string) => `{ "operation": "${stated.id}", "body": { "aadhaar_number": ${value} } }`;
    const instead = (value: string) =>
      findingsIn(
        text(value),
        () => stated,
        () => true,
        true,
      )[0]?.replacement;
    assert.equal(instead(`"${number}"`), '"${text:Aadhaar number}"');
    assert.equal(instead(`"\${text:N|${number}}"`), '"${text:N}"');
    assert.equal(instead(`"\${input:N|${number}}"`), '"${input:N}"');
  });

  it('asks for each value under a label of its own, and under none that is asked for already', () => {
    const [one, two] = [`ZZZP${'Z9999Z'}`, `YYYP${'Y9999Y'}`];
    const instead = (body: string) => found(body).flatMap(([, , , replacement]) => replacement ?? []);
    assert.deepEqual(instead(`{"pans":["${one}","${two}"]}`), ['"${input:pans}"', '"${input:pans 2}"']);
    assert.deepEqual(instead(`{"first":"\${input:PAN}","pan_number":"${one}"}`), ['"${input:PAN 2}"']);
  });

  it('is what looks like a key', () => {
    assert.deepEqual(
      found('{"api_key":"0123456789"}').map(([, at, says, instead]) => [at, says, instead]),
      [
        ['"api_key"', 'api_key is not a known request', null],
        ['"0123456789"', 'This looks like a key. A', '"${input:api_key}"'],
      ],
    );
    assert.equal(found('{"api_key":"${env:KEY_NAME}"}', ['KEY_NAME']).length, 1);
  });

  it('are variables that are not set and placeholders that are none', () => {
    assert.deepEqual(found('{"pan_number":"${env:A}${env:B}${imput:x}"}', ['B']), [
      ['information', '"${env:A}${env:B}${imput:x}"', 'The environment variable A is not', null],
      ['warning', '"${env:A}${env:B}${imput:x}"', '${imput:x} is not a placeholder and', null],
    ]);
  });

  it('are placeholders that do not end, or hold a brace: they are sent as they stand', () => {
    for (const value of [
      '${input:PAN',
      '${input:PAN|XX00 {old} AA}',
      '${env:A',
      '${number:PAN',
      'to ${input:',
    ]) {
      assert.match(found(JSON.stringify({ pan_number: value })).join(), /is not a placeholder/, value);
    }
    assert.deepEqual(
      found('{"pan_number":"${input:PAN ${env:B}"}', ['B']).map(([, , says]) => says),
      ['${input:PAN  is not a placeholder'],
    );
    assert.deepEqual(found('{"pan_number":"$${input:PAN"}'), []);
  });

  it('is nothing of a file that cannot be read, which the schema speaks of', () => {
    assert.deepEqual(
      findingsIn('{ "operation": "passport"', operationById, () => true, true),
      [],
    );
  });
});
