// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { operationById } from '../../../src/contract/operations.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';
import { inputFor, literally, partsOf } from '../../../src/requests/placeholders.ts';
import { readRequestFile, type SavedRequest } from '../../../src/requests/requestFile.ts';
import { resolveBody, wantedInputs } from '../../../src/requests/resolve.ts';
import { requestFileForms } from '../../../src/requests/saved.ts';
import { printRequestFile } from '../../../src/requests/written.ts';

const credit = operationById('credit-report');

function fileOf(text: string): SavedRequest {
  const reading = readRequestFile(text);
  assert.ok(reading.ok, reading.ok ? '' : plain(reading.why));
  assert.equal(reading.listed, false);
  const [{ reading: only }] = reading.entries;
  assert.ok(only.ok);
  return only.request;
}

function withBody(body: string, operation = 'credit-report'): SavedRequest {
  return fileOf(`{ "operation": "${operation}", "body": ${body} }`);
}

function resolved(
  file: SavedRequest,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  operation: Operation = credit,
): string {
  const got = resolveBody(file, operation, {
    inputs: new Map(Object.entries(inputs)),
    env: (name) => env[name],
  });
  assert.ok(got.ok, got.ok ? '' : plain(got.why));
  return got.body;
}

describe('a request file', () => {
  it('is read with its comments, a comma too many and a byte order mark', () => {
    const file = fileOf(
      '\ufeff{\n// which\n"operation": "rc-advanced", "name": "A car", "note": "n",\n"body": {},\n}',
    );
    assert.deepEqual([file.operation, file.name, file.note], ['rc-advanced', 'A car', 'n']);
  });

  const wrong: readonly (readonly [text: string, says: string])[] = [
    ['', 'It is empty: a request file needs an operation and a body.'],
    ['{\n  "operation": x\n}', 'It is not JSON: line 2, column 16.'],
    ['[1]', 'It is not a JSON object.'],
    [
      '{"body":{}}',
      'Its operation has to be one of: rc-advanced, credit-report, aadhaar-pan-link, email-bulk.',
    ],
    [
      '{"operation":"passport","body":{}}',
      'Its operation has to be one of: rc-advanced, credit-report, aadhaar-pan-link, email-bulk.',
    ],
    ['{"operation":"rc-advanced","name":7,"body":{}}', 'Its name is not a string.'],
    ['{"operation":"rc-advanced"}', 'It has no body.'],
    [
      `{"operation":"rc-advanced","body":${'['.repeat(300)}${']'.repeat(300)}}`,
      'It is nested too deeply to be read.',
    ],
  ];
  for (const [text, says] of wrong) {
    it(`says of ${JSON.stringify(text.slice(0, 40))}: ${says.slice(0, 30)}…`, () => {
      const reading = readRequestFile(text);
      assert.equal(reading.ok, false);
      assert.equal(reading.ok ? '' : plain(reading.why), says);
    });
  }

  it('is written with two spaces, names in a fixed order and a newline at the end', () => {
    const text = printRequestFile({
      operation: 'rc-advanced',
      note: 'why',
      name: 'car',
      body: '{\n  "a": []\n}',
    });
    assert.equal(
      text,
      '{\n  "operation": "rc-advanced",\n  "name": "car",\n  "note": "why",\n  "body": {\n    "a": []\n  }\n}\n',
    );
  });
});

describe('the body that leaves', () => {
  it('is as it is written where nothing is to fill, without comments', () => {
    const body = '{"n": 12345678901234567890, /* c */ "n": 1.0, "u": "\\u00e9", "l": [true, null, {}], }';
    assert.equal(
      resolved(withBody(body), {}),
      '{\n  "n": 12345678901234567890,\n  "n": 1.0,\n  "u": "\\u00e9",\n  "l": [\n    true,\n    null,\n    {}\n  ]\n}',
    );
  });

  it('has each label asked for once, with what the file gives to start from', () => {
    const file = withBody('{"number":"${input:Who|a|b}","name":"Mr ${input:Who}","mobile":"${input:}"}');
    assert.deepEqual(
      wantedInputs(file, credit).map(({ label, start, field }) => [label, start, field?.name ?? null]),
      [
        ['Who', 'a|b', 'number'],
        ['mobile', '', 'mobile'],
      ],
    );
    assert.deepEqual(JSON.parse(resolved(file, { Who: 'X', mobile: '1' })), {
      number: 'X',
      name: 'Mr X',
      mobile: '1',
    });
  });

  it('reads the environment, and names what is not set', () => {
    const file = withBody('{"number":"${env:A}-${env:B}","name":"${env:A}"}');
    assert.equal(JSON.parse(resolved(file, {}, { A: '1', B: '' })).number, '1-');
    const got = resolveBody(file, credit, { inputs: new Map(), env: () => undefined });
    assert.ok(!got.ok);
    assert.equal(plain(got.why), 'The environment variables A, B are not set where this extension runs.');
    const kept = resolveBody(file, credit, { inputs: new Map(), env: null });
    assert.ok(kept.ok);
    assert.equal(JSON.parse(kept.body).number, '${env:A}-${env:B}');
  });

  it('has what its field is, where a placeholder stands alone', () => {
    const [field] = credit.requestFields;
    assert.ok(field !== undefined);
    const numbers: Operation = { ...credit, requestFields: [{ ...field, type: 'number' }] };
    const one = withBody('{"number":"${input:N}"}');
    assert.equal(
      resolved(one, { N: '12345678901234567890' }, {}, numbers),
      '{\n  "number": 12345678901234567890\n}',
    );
    assert.equal(resolved(one, { N: 'ten' }, {}, numbers), '{\n  "number": "ten"\n}');
    assert.equal(
      resolved(withBody('{"number":"0${input:N}"}'), { N: '1' }, {}, numbers),
      '{\n  "number": "01"\n}',
    );
    const emails = operationById('email-bulk');
    const list = withBody('{"emails":"${input:E}"}', 'email-bulk');
    const got = resolved(list, { E: 'a@x.invalid, b@x.invalid' }, {}, emails);
    assert.deepEqual(JSON.parse(got), { emails: ['a@x.invalid', 'b@x.invalid'] });
  });

  it('is JSON whatever is typed, and keys are never filled', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (typed, other) => {
        const file = withBody('{"${input:A}":"x${input:A}y","l":["${env:B}"]}');
        const got: unknown = JSON.parse(resolved(file, { A: typed }, { B: other }));
        assert.deepEqual(got, { '${input:A}': `x${typed}y`, l: [other] });
      }),
    );
  });
});

describe('placeholders', () => {
  it('leave what is none as text, and tell what looks like one', () => {
    assert.deepEqual(partsOf('a ${b} $c ${evn:X}'), [
      { kind: 'text', text: 'a ${b} $c ' },
      { kind: 'unknown', text: '${evn:X}' },
    ]);
  });

  it('can be written as the characters themselves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('$', '{', '}', 'input:', 'number:', 'text:', 'env:', 'A', '|')),
        (pieces) => {
          const text = pieces.join('');
          const parts = partsOf(literally(text));
          assert.ok(parts.every(({ kind }) => kind === 'text' || kind === 'unknown'));
          const back = parts.map((part) => ('text' in part ? part.text : '')).join('');
          assert.equal(back, text);
        },
      ),
    );
  });

  it('keep within themselves, whatever the label', () => {
    assert.equal(inputFor('a|b}{ c'), '${input:a b c}');
  });
});

describe('a saved request', () => {
  const body =
    '{"number":"ZZZXZ9999Z","fetch_by":"pan","size":1.0,"other":["someone@x.invalid","${env:A}","b@x.invalid"]}';

  it('asks for every personal value instead of holding it', () => {
    const forms = requestFileForms(credit, body);
    assert.ok(forms?.personal);
    assert.doesNotMatch(printRequestFile(forms.withPlaceholders), /ZZZX|invalid/);
    const file = fileOf(printRequestFile(forms.withPlaceholders));
    assert.deepEqual(
      wantedInputs(file, credit).map(({ label }) => label),
      ['Identifier', 'other', 'other 2'],
    );
    const back = resolved(file, {
      Identifier: 'ZZZXZ9999Z',
      other: 'someone@x.invalid',
      'other 2': 'b@x.invalid',
    });
    assert.deepEqual(JSON.parse(back), JSON.parse(body));
    assert.match(back, /"size": 1\.0/);
  });

  it('with its values leaves as it left', () => {
    const forms = requestFileForms(credit, body);
    assert.ok(forms !== null);
    assert.deepEqual(JSON.parse(resolved(fileOf(printRequestFile(forms.withValues)), {})), JSON.parse(body));
  });

  it('asks in both forms for a number of which only the last four digits are kept', () => {
    const aadhaar = operationById('aadhaar-pan-link');
    const left = '{"aadhaar_number":"XXXX XXXX 0124","pan_number":"ZZZXZ9999Z","n":"$${env:A}"}';
    const forms = requestFileForms(aadhaar, left, true);
    assert.ok(forms?.personal);
    for (const form of [forms.withValues, forms.withPlaceholders]) {
      assert.doesNotMatch(printRequestFile(form), /X{4}/);
      assert.equal(wantedInputs(fileOf(printRequestFile(form)), aadhaar)[0]?.label, 'Aadhaar number');
    }
    const back = resolved(fileOf(printRequestFile(forms.withValues)), { 'Aadhaar number': '234567890124' });
    assert.deepEqual(JSON.parse(back), { ...JSON.parse(left), aadhaar_number: '234567890124' });
    // Under a key that nothing is known of, too: nobody means to send what is left of it.
    const anywhere = requestFileForms(aadhaar, '{"id":"XXXX XXXX 0124","pan_number":"ZZZPZ9999Z"}', true);
    assert.equal(
      anywhere?.withPlaceholders.body,
      `{
  "id": "\${input:id}",
  "pan_number": "\${input:PAN}"
}`,
    );
    // Nothing was reduced: the X are what was sent.
    assert.match(
      printRequestFile(requestFileForms(aadhaar, left)?.withValues ?? forms.withPlaceholders),
      /XXXX XXXX 0124/,
    );
  });

  it('asks nothing where nothing is personal, and is none where the body is not JSON', () => {
    assert.equal(requestFileForms(credit, '{"fetch_by":"pan"}')?.personal, false);
    assert.equal(requestFileForms(credit, '{"fetch_by":'), null);
  });
});

describe('a request saved for git', () => {
  it('asks for a sentence that repeats what a field holds', () => {
    const body = '{"name":"Invented Person","consent":"I, Invented Person, agree","purpose":"to test"}';
    const form = requestFileForms(operationById('credit-report'), body)?.withPlaceholders.body ?? '';
    assert.deepEqual(JSON.parse(form), {
      name: '$' + '{input:Name}',
      consent: '$' + '{input:consent}',
      purpose: 'to test',
    });
  });

  const personal = (operation: Operation['id'], body: string): unknown => {
    const forms = requestFileForms(operationById(operation), body);
    assert.equal(forms?.personal, true);
    return JSON.parse(forms?.withPlaceholders.body ?? '');
  };
  const ask = inputFor;

  it('asks for what stands below a personal name, whatever its own is called', () => {
    const owner = { first: 'Invented', more: [{ line: '1, Planted Street' }], ok: true };
    assert.deepEqual(personal('rc-advanced', JSON.stringify({ owner })), {
      owner: { first: ask('first'), more: [{ line: ask('line') }], ok: true },
    });
  });

  it('asks for the whole of an object whose keys are personal: a file cannot ask for a key', () => {
    const body = JSON.stringify({ emails: { 'someone@example.com': { check: true } }, n: 1 });
    assert.deepEqual(personal('email-bulk', body), { emails: ask('E-mail addresses'), n: 1 });
  });
});

describe('values that would be asked for under one label', () => {
  const people = ['9000000001', '9000000002', '9000000003', '9000000004', '9000000005'] as const;
  const [one, two, three, four, five] = people;

  it('are asked for one by one, whatever their keys are: one person’s value never fills another’s place', () => {
    const body = JSON.stringify({
      x: { mobile: one },
      y: { mobile: two, 'mobile 2': three },
      'pan}a': four,
      'pan a': five,
    });
    const forms = requestFileForms(credit, body);
    assert.ok(forms);
    const file = fileOf(printRequestFile(forms.withPlaceholders));
    const wanted = wantedInputs(file, credit);
    assert.equal(wanted.length, people.length);
    const answers = Object.fromEntries(wanted.map(({ label }, index) => [label, people[index] ?? '']));
    assert.deepEqual(JSON.parse(resolved(file, answers)), JSON.parse(body));
  });
});
