import assert from 'node:assert/strict';
import { it } from 'node:test';
import { documentPlaces } from '../../../src/ledger/documents.ts';
import { pastedOf, wordsOf } from '../../../src/ledger/events.ts';
import { fingerprintKey, fingerprintOf, partOf } from '../../../src/ledger/fingerprint.ts';
import { textPlace } from '../../../src/ledger/followUps.ts';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { openPayloads, sealedColumns } from '../../../src/ledger/payloads.ts';
import { inputColumn, inputOwner } from '../../../src/ledger/quotedRows.ts';
import { open } from '../../../src/ledger/sealing.ts';
import { bytes, keyRing, text } from './aLedger.ts';

/*
 * What stands in files that were written long ago, made here by another program (Python's hmac, and AES-GCM of its
 * cryptography package): whoever changes a label, a separator or a length would no longer find twins that were paid for,
 * nor open what was sealed.
 */
const ring = keyRing('a-key');
const { key } = await ring.current();
const place = 'https://api.example.invalid';
const hex = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits, 'hex'));
const at = 1_700_000_000_000;

const sealed = {
  request: '01000102030405060708090a0b263c5aced21189347a030141a1615b49fc3acdedca5102',
  body: '01000102030405060708090a0b293aa7c73957283dc9240b35827793a1ef31cfefca50',
  head: '01000102030405060708090a0b07a4f58b76ae9383ff7d9f8762806eb0f57dd4fdce4654b20c0024818a3dc0744deea0f6f86c906962843145a12ad958d858f6edd2b6d8dceeac207b5b51e8a06b70aa8dc4c9326ffbb11e4e5d01a3f9fd01ae27f2bf1a8ef98c9bbda446cd38250c8c7e09e322f8eb1aa5305c473e38c440be10bd95a8',
  draft: '01000102030405060708090a0bd2b97ed7f2278132b6497b115343e2b8ea2dddfedb',
  aadhaar: '01000102030405060708090a0bd1b9f193068a5f774f1c8d40c82e900ee02ad1faca50',
  noted: '01000102030405060708090a0b60fe42d23cb09e7eb6f981f83967a9b2e030c8fd',
  resolved: '01000102030405060708090a0b266d2e8c5fbaad6f302452a8ff0a02dae12ac8fbc04f13',
  pasted: '01000102030405060708090a0b3e139a7f60776e3a2b05d4c430d1cfc1fe3ecfecca46',
  support: '01000102030405060708090a0bb83309a10c15884c217bc94ae1e15dfefd2acce8c05002',
  row: '01000102030405060708090a0bfdb7f3a0303890f09ce94b9dd7ab5adef57dddba950014aa1f',
} as const;

it('makes the prints of inputs by which paid calls are known again', () => {
  const from = fingerprintKey(key);
  assert.equal(
    fingerprintOf(from, 'rc-advanced', bytes('{"b":2,"a":1}')),
    'fd88d772c02cbc2eddb36b6ca63bce72',
  );
  assert.equal(fingerprintOf(from, 'rc-advanced', bytes('{"a":1,"b":2')), 'e36a0ef95335fe14a54df6a345def1d5');
  assert.equal(partOf(from, 'email-bulk', 'asha@example.invalid'), '6f7a21e8e3b2dc46d47d8b60b4610c22');
});

it('makes the prints by which what was learned is known again', async () => {
  const prints = new Prints(await ring.current());
  assert.equal(prints.seal, 'a-key');
  const input = (fingerprint: string | null) =>
    Buffer.from(prints.input({ id: 'order-1', place, fingerprint })).toString('hex');
  assert.equal(input('f'.repeat(32)), 'a647fc7db5d730b67d2d4ae5647acc9d');
  assert.equal(input(null), '8c7e50090a89f26eccc307291c4fc328');
  const head = { operation: 'rc-advanced', place, side: 'answer', code: 'OK' } as const;
  assert.equal(prints.text(head, 'ACTIVE'), 'uzhxVjkG9KoSEfbD');
});

it('opens requests, answers, drafts and rows of batches', async () => {
  const row = {
    request_seal: 'a-key',
    request_body: hex(sealed.request),
    answer_seal: 'a-key',
    answer_head: hex(sealed.head),
    answer_body: hex(sealed.body),
  };
  assert.deepEqual(await openPayloads(ring, 'order-1', row), {
    kind: 'open',
    requestBody: Buffer.from('request'),
    answer: {
      head: null,
      timing: { connectedMs: null, firstByteMs: null, totalMs: 5 },
      wireBytes: 0,
      failure: null,
      body: Buffer.from('answer'),
    },
  });
  assert.equal(text(open(key, 'page-1', sealedColumns.draft, hex(sealed.draft))), 'draft');
  assert.equal(text(open(key, 'order-1', sealedColumns.aadhaar, hex(sealed.aadhaar))), 'number');
  assert.equal(text(open(key, inputOwner('batch-1', 7), inputColumn, hex(sealed.row))), '{"a":"b"}');
});

it('opens notes, outcomes recorded with what was pasted, and what support sent', async () => {
  const noted = { seal_id: 'a-key', at, words: hex(sealed.noted) };
  const resolved = { seal_id: 'a-key', at, words: hex(sealed.resolved), pasted: hex(sealed.pasted) };
  assert.equal(await wordsOf(ring, 'order-1', 'noted', noted), 'note');
  assert.equal(await wordsOf(ring, 'order-1', 'resolved', resolved), 'outcome');
  assert.equal(text((await pastedOf(ring, 'order-1', resolved)) ?? bytes('')), 'pasted');
  assert.equal(text(open(key, 'order-1', textPlace(at), hex(sealed.support))), 'support');
  assert.deepEqual(documentPlaces(at), { facts: `document.facts.${at}`, body: `document.body.${at}` });
});
