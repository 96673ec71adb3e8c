import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyTail } from '../../../../src/calls/keys/key.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { plain } from '../../../../src/contract/words.ts';
import type { TableReveal } from '../../../../src/protocol/contents.ts';
import type { ValueView } from '../../../../src/protocol/messages.ts';
import { AnswerContents } from '../../../../src/ui/answers/answerContents.ts';
import { requestView } from '../../../../src/ui/answers/requestView.ts';
import { anOrder } from '../../calls/orders.ts';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const everything = {
  query: { sort: null, filter: '', only: null },
  reveal: { all: false, rows: [], cells: [] },
};
const path = 'data.result.results';

function contents(operation: OperationId, whole: unknown, request: unknown = null): AnswerContents {
  const body = bytes(whole);
  const groups = readAnswer(operationById(operation), { status: 200 }, body).result ?? [];
  const requestBody = request === null ? null : bytes(request);
  return new AnswerContents({ operation: operationById(operation), body, requestBody, groups });
}

const ok = (result: unknown) => ({ charged: true, message_code: 'OK', data: { result } });

function bulk(results: readonly unknown[], emails: readonly string[]): AnswerContents {
  const made = contents('email-bulk', ok({ results }), { emails });
  made.prepare();
  return made;
}

const sentOf = (made: AnswerContents) =>
  made.rows({ path, ...everything, from: 0, count: 100 })?.rows.map(({ sent }) => sent);

test('a row is joined to the one address it names, wherever in it; one that names two goes to neither', () => {
  const made = bulk(
    [
      { email: 'B@example.com ', valid: true },
      { about: { address: 'a@example.com' } },
      { email: 'a@example.com', alias: 'b@example.com' },
      { email: 'other@example.com' },
      { email: 'a@example.com', again: 'a@example.com' },
    ],
    ['a@example.com', 'b@example.com', 'c@example.com'],
  );
  assert.deepEqual(sentOf(made), [1, 0, null, null, 0]);
  assert.deepEqual(made.lists.views()[0]?.sent, {
    entries: 3,
    unmet: 1,
    unmetShown: [[3, '••••••']],
  });
  const bySent = { sort: { column: -1, down: false }, filter: '', only: null };
  const rows = made.rows({ path, query: bySent, reveal: everything.reveal, from: 0, count: 100 })?.rows;
  assert.deepEqual(
    rows?.map(({ row }) => row),
    [1, 4, 0, 2, 3],
  );
});

test('entries are numbered as the form numbers them, also behind repeated ones, and each has its row', () => {
  const emails = [
    ...['a@example.com', 'b@example.com', 'A@example.com', 'Smith <c@example.com>'],
    ...['not-an-address', 'a@example.com'],
  ];
  const made = bulk(
    emails.map((email) => ({ email })),
    emails,
  );
  assert.deepEqual(sentOf(made), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(made.lists.views()[0]?.sent, { entries: 6, unmet: 0, unmetShown: [] });
  const once = bulk(
    [{ email: 'not-an-address' }, { email: 'a@example.com' }, { email: 'c@example.com' }],
    emails,
  );
  assert.deepEqual(sentOf(once), [4, 0, 3]);
  assert.deepEqual(once.lists.views()[0]?.sent, { entries: 6, unmet: 1, unmetShown: [[2, '••••••']] });
  const more = bulk(
    ['b@example.com', 'b@example.com'].map((email) => ({ email })),
    emails,
  );
  assert.deepEqual(sentOf(more), [1, 1]);
});

test('what is asked about beside a list is counted after it, and once', () => {
  const request = {
    notify: 'Z@example.com',
    emails: ['a@example.com', 'b@example.com'],
    more: 'a@example.com',
  };
  const rows = ['z', 'b', 'a'].map((name) => ({ email: `${name}@example.com` }));
  const made = contents('email-bulk', ok({ results: rows }), request);
  made.prepare();
  assert.deepEqual(sentOf(made), [2, 1, 0]);
  assert.equal(made.lists.views()[0]?.sent?.entries, 3);
});

test('a list that names nothing that was sent, and one of no bulk call, is not joined', () => {
  assert.equal(bulk([{ id: 1 }], ['a@example.com']).lists.views()[0]?.sent, null);
  const report = contents('credit-report', ok({ credit_report: [{ a: 1 }] }), { number: '0000000000' });
  report.prepare();
  assert.equal(report.lists.views()[0]?.sent, null);
});

test('CSV is masked as the table, has its order, and opens in a spreadsheet as text', () => {
  const made = bulk(
    [
      { email: 'someone@example.com', note: '=1+1', tags: ['x'] },
      { email: 'nobody1@example.com', note: 'a,"b"', tags: [] },
    ],
    ['nobody1@example.com'],
  );
  const query = { sort: { column: 1, down: true }, filter: '', only: null };
  const csv = (reveal: TableReveal = everything.reveal) =>
    [...made.lists.csv({ path, query, reveal })].join('').split('\r\n');
  assert.deepEqual(csv(), [
    'row,sent,email,note,tags',
    '2,1,n••••••1@••••••.com,"a,""b""",[]',
    "1,,s••••••e@••••••.com,'=1+1,••••••",
    '',
  ]);
  assert.equal(csv({ ...everything.reveal, cells: ['0/0'] })[2], "1,,someone@example.com,'=1+1,••••••");
  assert.equal(csv({ ...everything.reveal, all: true })[2], `1,,someone@example.com,'=1+1,"[""x""]"`);
});

test('a cell comes short and is copied whole', () => {
  const made = bulk([{ note: 'x'.repeat(100_000) }], ['x@example.com']);
  const [cell] = made.rows({ path, ...everything, from: 0, count: 1 })?.rows[0]?.cells ?? [];
  assert.equal(cell?.text.length, 301);
  assert.equal(made.lists.rowTexts(path, 0, everything.reveal)?.[0]?.length, 100_000);
});

test('a list that is not there, or a row beyond its end, is none', () => {
  const made = bulk([{ a: 1 }], ['x@example.com']);
  assert.equal(made.rows({ path: 'data.nothing', ...everything, from: 0, count: 10 }), null);
  assert.deepEqual(made.rows({ path, ...everything, from: 5, count: 10 })?.rows, []);
  assert.equal(made.lists.rowTexts(path, 7, everything.reveal), null);
});

const flat = (values: readonly ValueView[]): readonly ValueView[] =>
  values.flatMap((value) => [value, ...flat(value.children ?? [])]);

test('objects come with what is in them, lists as tables, each once', () => {
  const made = contents(
    'rc-advanced',
    ok({
      challan_details: { court: { name: 'INVENTED' }, list: [1, 2], none: [] },
      extra: { a: { b: 'x' } },
    }),
  );
  const values = flat(made.values(new Set(), plain).flatMap((group) => group.values));
  const paths = values.filter(({ kind }) => kind !== 'missing').map(({ path: at, text }) => `${at} ${text}`);
  assert.deepEqual(paths, [
    'data.result.challan_details object with 3 fields',
    'data.result.challan_details.court object with 1 field',
    'data.result.challan_details.court.name ••••••',
    'data.result.challan_details.list list of 2 items',
    'data.result.challan_details.none list of 0 items',
    'data.result.extra.a object with 1 field',
    'data.result.extra.a.b x',
  ]);
  assert.deepEqual(made.lists.paths, ['data.result.challan_details.list']);
});

test('one value inside is revealed by its path; very many are counted, very deep ones not opened', () => {
  const wide = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, index]));
  let deep: unknown = 'x';
  for (let level = 0; level < 500; level += 1) deep = { deep };
  const made = contents(
    'rc-advanced',
    ok({ challan_details: { name: 'INVENTED' }, variant: wide, noc_details: deep }),
  );
  const at = (name: string, revealed: ReadonlySet<string>) =>
    flat(made.values(revealed, plain).flatMap((group) => group.values)).find((value) => value.path === name);
  const name = 'data.result.challan_details.name';
  assert.deepEqual([at(name, new Set())?.text, at(name, new Set([name]))?.text], ['••••••', 'INVENTED']);
  // Of the five hundred, one went to the name and ten to what lies deep.
  assert.equal(at('data.result.variant.…', new Set())?.text, '411 more fields in Raw');
  assert.equal(made.valueText(name, true, plain), 'INVENTED');
  assert.equal(made.valueText('data.result.nothing', true, plain), null);
});

test('a value is copied whole, though the page shows it cut', () => {
  const long = 'x'.repeat(5000);
  const made = contents('rc-advanced', ok({ color: long }));
  assert.equal(made.valueText('data.result.color', false, plain), long);
  const shown = flat(made.values(new Set(), plain).flatMap((group) => group.values));
  assert.equal(shown.find(({ name }) => name === 'color')?.text.length, 2001);
});

test('an answer that is a list, or holds one outside of a result, shows it', () => {
  assert.deepEqual(contents('email-bulk', [{ a: 1 }]).values(new Set(), plain)[0]?.values[0]?.table, '$');
  const shown = contents('email-bulk', { data: [{ a: 1 }], x: { y: [2] } }).values(new Set(), plain);
  assert.deepEqual(
    shown[0]?.values.map(({ table }) => table),
    ['data', 'x.y'],
  );
  assert.deepEqual(contents('email-bulk', { message: 'none' }).values(new Set(), plain), []);
});

test('the same value is masked alike in values, rows and text', async () => {
  const made = contents(
    'email-bulk',
    ok({ first: 'somebodyelse@example.com', results: [{ email: 'someone@example.com' }] }),
  );
  made.prepare();
  const [cell] = made.rows({ path, ...everything, from: 0, count: 1 })?.rows[0]?.cells ?? [];
  assert.equal(cell?.text, 's••••••e@••••••.com ·2');
  assert.match(made.whole(false), /"email": "s••••••e@••••••\.com ·2"/);
  const { shown } = await made.lines({ revealed: false, folded: [], from: 0, count: 100 });
  assert.equal(shown.map(({ text }) => text).join('\n'), made.whole(false));
});

test('the request is told as far as it is kept, the key covered', () => {
  const order = anOrder({ keyTail: '9f3a', origin: 'https://api.example.invalid' });
  const body = bytes({ rc_number: 'XX00AB1234' });
  const shown = requestView(order, operationById('rc-advanced'), body, false, plain);
  assert.equal(`${shown.method} ${shown.url}`, 'POST https://api.example.invalid/api/v1/rc/advanced');
  assert.deepEqual(shown.headers[0], ['Authorization', 'Bearer ••••••9f3a']);
  assert.match(shown.body, /"XX••••••34"/);
  assert.match(requestView(order, operationById('rc-advanced'), body, true, plain).body, /"XX00AB1234"/);
  const lost = requestView(anOrder({ keyTail: null }), operationById('rc-advanced'), null, false, plain);
  assert.deepEqual([lost.body, lost.headers.map(([name]) => name)], ['', ['Accept', 'Content-Type']]);
  assert.ok(lost.notes.includes('No key was sent.'));
  assert.ok(lost.notes.includes('The body is not kept, or cannot be opened here.'));
});

test('a key too short to be told by its end, and the one the sandbox brings along, are not said to be missing', () => {
  for (const sent of [
    anOrder({ keyTail: keyTail('short-key-1') }),
    anOrder({ environment: 'Sandbox', kind: 'sandbox', keyTail: null, origin: 'http://127.0.0.1:49152' }),
  ]) {
    const { headers, notes } = requestView(sent, operationById('rc-advanced'), null, true, plain);
    assert.deepEqual(headers[0], ['Authorization', 'Bearer ••••••']);
    assert.ok(!notes.includes('No key was sent.'));
  }
});

test('a list below a personal key is named masked, and so is the file it is saved to, whatever key stands before', () => {
  const made = contents('credit-report', ok({ v2: { '0000001234': [{ a: 1 }] }, 'Invented Person': [1] }), {
    name: 'Invented Person',
  });
  made.prepare();
  const [first, second] = made.lists.views();
  assert.deepEqual([first?.name, second?.name], ['v2.••••••1234', '••••••']);
  assert.deepEqual(
    [first, second].map((view) => made.lists.plainName(view?.path ?? '')),
    ['data.result.v2.', 'data.result.'],
  );
});
