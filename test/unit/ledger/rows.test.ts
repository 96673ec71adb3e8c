import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { FailureCode } from '../../../src/calls/ports/ports.ts';
import { tokensOf } from '../../../src/ledger/find.ts';
import { cursorOf, failureCodeOf, readCursor, summaryOf } from '../../../src/ledger/rows.ts';
import { canShrink, schemaVersion, versionByTables, versionOf } from '../../../src/ledger/schema/version.ts';

const row = {
  seq: 7,
  id: 'the id',
  draft_id: 'the draft',
  operation: 'rc-advanced',
  environment: 'acme-prod',
  identity: 'name:acme-prod',
  kind: 'live',
  origin: 'https://api.example.invalid',
  key_tail: '9f3a',
  machine: 'workbench',
  begun_at: 1,
  deadline_at: 2,
  masked_input: 'XX••01',
  fingerprint: 'print',
  state: 'settled',
  settled_at: 3,
  outcome: 'pending',
  billing: 'billed',
  evidence: 'stated',
  http_status: 202,
  message_code: 'ACCEPTED',
  order_id: 'ORD-1',
  failure_code: 'dns',
  total_ms: 4,
  has_note: 1,
  resolved: 'verified',
  resolved_at: 5,
  payloads_kept: 1,
  price: '2.50',
  batch: 'the batch',
  batch_row: 6,
  follow_up: '2026-11-22',
  aadhaar_reduced_at: 8,
  drift: 'new',
};

describe('a row', () => {
  it('is told column by column', () => {
    assert.deepEqual(summaryOf(row), {
      id: 'the id',
      draftId: 'the draft',
      operation: 'rc-advanced',
      environment: 'acme-prod',
      identity: 'name:acme-prod',
      kind: 'live',
      origin: 'https://api.example.invalid',
      keyTail: '9f3a',
      machine: 'workbench',
      begunAt: 1,
      deadlineAt: 2,
      maskedInput: 'XX••01',
      fingerprint: 'print',
      price: '2.50',
      batch: { id: 'the batch', row: 6 },
      state: 'settled',
      settledAt: 3,
      outcome: 'pending',
      billing: 'billed',
      evidence: 'stated',
      httpStatus: 202,
      messageCode: 'ACCEPTED',
      orderId: 'ORD-1',
      failureCode: 'dns',
      totalMs: 4,
      hasNote: true,
      resolved: 'verified',
      resolvedAt: 5,
      payloadsKept: true,
      followUp: '2026-11-22',
      aadhaarReducedAt: 8,
      drift: 'new',
    });
  });

  it('tells nothing where nothing is known', () => {
    const optional = [
      'key_tail',
      'fingerprint',
      'price',
      'batch',
      'settled_at',
      'http_status',
      'message_code',
    ];
    const others = ['order_id', 'failure_code', 'total_ms', 'resolved', 'resolved_at', 'follow_up'];
    const none = Object.fromEntries(
      [...optional, ...others, 'aadhaar_reduced_at', 'drift'].map((name) => [name, null]),
    );
    const told = summaryOf({ ...row, ...none, has_note: 0, payloads_kept: 0 });
    const nulls = Object.entries(told).filter(([, value]) => value === null);
    assert.equal(nulls.length, 15);
    assert.deepEqual([told.hasNote, told.payloadsKept], [false, false]);
  });

  for (const column of [
    'id',
    'draft_id',
    'operation',
    'environment',
    'identity',
    'kind',
    'origin',
    'machine',
    'masked_input',
    'state',
    'outcome',
    'billing',
    'evidence',
  ])
    it(`is refused without its ${column}`, () => {
      assert.throws(() => summaryOf({ ...row, [column]: null }), {
        message: `the order history holds no ${column} where one must be`,
      });
    });
});

it('knows every code of a failure, and takes one of another version for some other failure', () => {
  const codes: Readonly<Record<FailureCode, true>> = {
    dns: true,
    refused: true,
    unreachable: true,
    'connect-timeout': true,
    tls: true,
    certificates: true,
    proxy: true,
    'invalid-request': true,
    deadline: true,
    cancelled: true,
    reset: true,
    truncated: true,
    'too-large': true,
    malformed: true,
    encoding: true,
    closed: true,
    other: true,
  };
  for (const code of Object.keys(codes)) assert.equal(failureCodeOf(code), code);
  assert.equal(failureCodeOf('toString'), 'other');
  assert.equal(failureCodeOf(null), null);
  assert.equal(failureCodeOf(7), null);
});

it('finds the place of a page again, also before 1970, and refuses what is no place', () => {
  for (const place of [
    { begunAt: 1_700_000_000_000, seq: 12 },
    { begunAt: -5, seq: 0 },
  ])
    assert.deepEqual(readCursor(cursorOf(place)), place);
  for (const cursor of ['', '1', '1.', '.1', '1.-1', '1.2.3', 'x1.2', '1.2x'])
    assert.throws(() => readCursor(cursor), { message: 'this is no place in the order history' });
});

describe('of a text that somebody pasted', () => {
  const found = (text: string) => tokensOf(text);
  it('lines, words and what stands between signs are looked up', () => {
    assert.deepEqual(found(' see order:ORD-1.\r\n{"id":"A/B"} '), [
      'see order:ORD-1.\r\n{"id":"A/B"}',
      'see order:ORD-1.',
      '{"id":"A/B"}',
      'see',
      'order:ORD-1.',
      'order:ORD-1',
      'order',
      'ORD-1',
      'id',
    ]);
  });

  it('what encloses an id is left away, and marks before and after it', () => {
    const enclosing = [
      '""',
      "''",
      '``',
      '‘’',
      '“”',
      '()',
      '[]',
      '{}',
      '<>',
      ',,',
      ';;',
      '||',
      '\\\\',
      '//',
      '??',
      '&&',
      '==',
    ];
    for (const [open, close] of [...enclosing, '..', '::', '!!', '##', '**', '__', '--'])
      assert.ok(found(`${open}ORD${close}`).includes('ORD'), open);
  });

  it('a word of one sign is none, nor one of more than 200', () => {
    assert.deepEqual(found('a bc'), ['a bc', 'bc']);
    assert.deepEqual(found('x'.repeat(200)), ['x'.repeat(200)]);
    assert.deepEqual(found('x'.repeat(201)), []);
  });

  it('two thousand are looked up at most, of the first hundred thousand characters', () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join('\n');
    assert.equal(found(words(5000)).length, 2000);
    const text = `${'y '.repeat(49_999)}zz`;
    assert.equal(text.length, 100_000);
    assert.ok(found(text).includes('zz'));
    assert.ok(!found(` ${text}`).includes('zz'));
  });
});

describe('a file', () => {
  it('tells its version, 0 where it was never written', () => {
    const db = new DatabaseSync(':memory:');
    assert.equal(versionOf(db), 0);
    db.exec('PRAGMA user_version = 7');
    assert.equal(versionOf(db), 7);
    db.close();
  });

  it('tells by its tables how far it was brought, and nothing where some are missing amid others', () => {
    const marks = [
      'orders',
      'payloads',
      'spend',
      'batches',
      'input_parts',
      'support_texts',
      'erasures',
      'documents',
    ];
    const names = [
      ...marks,
      'valid_seal',
      'aadhaar_numbers',
      'learned',
      'erased_orders',
      'spend_recorded',
      'keeping',
    ];
    assert.equal(names.length, schemaVersion);
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE other (x); CREATE VIEW learned AS SELECT 1');
    assert.equal(versionByTables(db), 0);
    db.exec('DROP VIEW learned');
    for (const [at, name] of names.entries()) {
      db.exec(`CREATE TABLE ${name} (x)`);
      assert.equal(versionByTables(db), at + 1, name);
    }
    for (const name of names.slice(0, -1)) {
      db.exec(`DROP TABLE ${name}`);
      assert.equal(versionByTables(db), null, name);
      db.exec(`CREATE TABLE ${name} (x)`);
    }
    db.close();
  });

  it('tells whether it gives room back', () => {
    for (const [mode, can] of [
      ['NONE', false],
      ['FULL', true],
      ['INCREMENTAL', true],
    ] as const) {
      const db = new DatabaseSync(':memory:');
      db.exec(`PRAGMA auto_vacuum = ${mode}; CREATE TABLE x (y)`);
      assert.equal(canShrink(db), can, mode);
      db.close();
    }
  });
});
