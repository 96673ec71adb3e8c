import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { asLedgerRefusal, LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { readSealed, writeSealed } from '../../../src/ledger/transfer/sealedFile.ts';
import { aFolder, bytes } from './aLedger.ts';

const passphrase = 'a passphrase of these tests';
const firstLine = 'Orders of Verification API Explorer, sealed\n';
const chunk = 1_048_576;

/** Made by another program (Python's scrypt and hmac, and AES-GCM of its cryptography package). */
const header =
  '{"v":1,"kdf":"scrypt","N":1024,"r":8,"p":1,"salt":"AAECAwQFBgcICQoLDA0ODw==","cipher":"aes-256-gcm","chunk":1048576,"bytes":33,"check":"D3osJRGupw39Q0OVRrghYw=="}';
const body = 'eHrGTyuuaLmvTjV/MZitf+7UsHquhMsfRY1UIqCCTqwqrWBLPpEbN+CGsKu1qvptaw==';

async function* parts(data: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

/** Of one that was closed since it was listed, nothing. */
function leadsTo(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

interface Written {
  readonly path: string;
  readonly key: Uint8Array;
}

async function written(
  t: TestContext,
  data: Uint8Array,
  size = 100_000,
  stated = data.length,
): Promise<Written> {
  const path = join(aFolder(t), 'orders.backup');
  const file = await open(path, 'w');
  try {
    return { path, key: await writeSealed(file, passphrase, stated, parts(data, size), 2) };
  } finally {
    await file.close();
  }
}

async function readAll(path: string, secret: string | Uint8Array = passphrase): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const part of readSealed(path, secret)) found.push(part);
  return Buffer.concat(found);
}

async function refusal(path: string, secret?: string): Promise<LedgerRefusal | null> {
  return readAll(path, secret).then(() => null, asLedgerRefusal);
}

/** What is said of a file with this in it. */
async function said(t: TestContext, ...content: readonly (string | Uint8Array)[]): Promise<string> {
  const path = join(aFolder(t), 'orders.backup');
  writeFileSync(path, Buffer.concat(content.map((one) => Buffer.from(one))));
  const refused = await refusal(path);
  return refused === null ? 'read' : `${refused.reason}: ${plain(refused.what)}`;
}

const data = (length: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + Math.floor(at / 251)) % 256);

describe('a file under a passphrase', () => {
  it('is opened though another program wrote it, and not with another passphrase', async (t) => {
    const path = join(aFolder(t), 'orders.backup');
    writeFileSync(path, Buffer.concat([bytes(`${firstLine}${header}\n`), Buffer.from(body, 'base64')]));
    assert.equal(String(await readAll(path)), 'orders, sealed by another program');
    assert.equal((await refusal(path, 'another'))?.reason, 'passphrase');
  });

  for (const [length, size] of [
    [0, 1],
    [1, 1],
    [chunk - 1, 100_000],
    [chunk, 100_000],
    [chunk + 1, 3 * chunk],
    [2 * chunk, chunk],
  ] as const)
    it(`holds ${length} bytes that came ${size} at a time`, async (t) => {
      const whole = data(length);
      const { path, key } = await written(t, whole, size);
      assert.ok(Buffer.from(whole).equals(await readAll(path)));
      assert.equal(key.length, 32);
      assert.ok(Buffer.from(whole).equals(await readAll(path, key)));
      const file = readFileSync(path);
      const head = file.indexOf('\n', firstLine.length) + 1;
      assert.equal(file.length, head + length + 16 * (Math.floor(length / chunk) + 1));
    });

  it('is sealed chunk by chunk, each under its number and whether it is the last, and both lines', async (t) => {
    const whole = data(2 * chunk + 5);
    const { path, key } = await written(t, whole);
    const file = readFileSync(path);
    const head = file.subarray(0, file.indexOf('\n', firstLine.length) + 1);
    for (const [number, length, last] of [
      [0, chunk, 0],
      [1, chunk, 0],
      [2, 5, 1],
    ] as const) {
      const at = head.length + number * (chunk + 16);
      const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, last]);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAAD(head).setAuthTag(file.subarray(at + length, at + length + 16));
      const opened = Buffer.concat([decipher.update(file.subarray(at, at + length)), decipher.final()]);
      assert.ok(opened.equals(whole.subarray(number * chunk, number * chunk + length)));
    }
  });

  it('is on disk when it is said to be written', async (t) => {
    const file = await open(join(aFolder(t), 'orders.backup'), 'w');
    const order: string[] = [];
    const { writeFile, sync } = file;
    t.mock.method(file, 'writeFile', (part: Uint8Array) => {
      order.push('written');
      return writeFile.call(file, part);
    });
    t.mock.method(file, 'sync', () => {
      order.push('on disk');
      return sync.call(file);
    });
    await writeSealed(file, passphrase, 1, parts(bytes('x'), 1), 2);
    await file.close();
    assert.deepEqual(order, ['written', 'written', 'on disk']);
  });

  it('is let go of once it was read, or was not', { skip: process.platform !== 'linux' }, async (t) => {
    const { path } = await written(t, data(5));
    const open = () => readdirSync('/proc/self/fd').filter((fd) => leadsTo(`/proc/self/fd/${fd}`) === path);
    await readAll(path);
    await assert.rejects(readAll(path, 'another'), LedgerRefusal);
    assert.deepEqual(open(), []);
  });

  it('is read for any spelling of the passphrase that looks alike', async (t) => {
    const path = join(aFolder(t), 'orders.backup');
    const file = await open(path, 'w');
    await writeSealed(file, 'Å ﬁ', 1, parts(bytes('x'), 1), 2);
    await file.close();
    assert.equal(String(await readAll(path, 'A\u030a fi')), 'x');
  });

  it('is not written as whole when its source came to another size', async (t) => {
    await assert.rejects(written(t, data(5), 1, 6), /^Error: the backup came to 5 bytes instead of 6$/);
    await assert.rejects(written(t, data(7), 1, 6), /^Error: the backup came to 7 bytes instead of 6$/);
  });

  it('says how dear its passphrase is to guess: as dear as it is recommended, and never twice the same salt', async (t) => {
    const path = join(aFolder(t), 'orders.backup');
    const file = await open(path, 'w');
    await writeSealed(file, passphrase, 0, parts(bytes(''), 1));
    await file.close();
    const [, line = ''] = readFileSync(path, 'utf8').split('\n');
    const { salt, check, ...stated } = JSON.parse(line);
    const fixed = { v: 1, kdf: 'scrypt', cipher: 'aes-256-gcm', chunk, bytes: 0 };
    assert.deepEqual(stated, { ...fixed, N: 131_072, r: 8, p: 1 });
    assert.deepEqual(
      [salt, check].map((one) => Buffer.from(one, 'base64').length),
      [16, 16],
    );
    const other = readFileSync((await written(t, data(0))).path, 'utf8').split('\n')[1] ?? '';
    assert.notEqual(JSON.parse(other).salt, salt);
  });
});

describe('of a file that was changed', () => {
  const sealed = Buffer.from(body, 'base64');
  const changed = (t: TestContext, changes: object) =>
    said(t, firstLine, `${JSON.stringify({ ...JSON.parse(header), N: 2, ...changes })}\n`, sealed);

  it('it is said that it is no backup, cut short or damaged', async (t) => {
    assert.match(await said(t, ''), /^unreadable: This file is not a backup/);
    assert.match(await said(t, firstLine.slice(0, -1)), /not a backup/);
    assert.match(await said(t, firstLine.replace('sealed', 'Sealed'), `${header}\n`, sealed), /not a backup/);
    assert.match(await said(t, ' ', firstLine, `${header}\n`, sealed), /not a backup/);
    assert.match(await said(t, firstLine), /^unreadable: .*cut short/);
    assert.match(await said(t, firstLine, header), /cut short/);
    assert.match(await said(t, firstLine, ' '.repeat(4096), `${header}\n`, sealed), /cut short/);
    assert.match(await said(t, firstLine, `${header}\n`, sealed.subarray(0, -1)), /cut short/);
    assert.match(await said(t, firstLine, `${header}\n`, sealed, 'x'), /^unreadable: .*damaged/);
    for (const line of ['', '{', 'null', '5', '"text"', '[]', '{}'])
      assert.match(await said(t, firstLine, `${line}\n`, sealed), /damaged/, line);
  });

  it('its lines are looked for in its first 4096 bytes', async (t) => {
    const line = (length: number) =>
      `${header}${' '.repeat(length - firstLine.length - header.length - 1)}\n`;
    // Whole, with other blanks in it than were sealed.
    assert.match(await said(t, firstLine, line(4096), sealed), /damaged/);
    assert.match(await said(t, firstLine, line(4097), sealed), /cut short/);
  });

  it('each of its bytes counts, to the last', async (t) => {
    for (const at of [0, 20, sealed.length - 17, sealed.length - 16, sealed.length - 1]) {
      const flipped = Buffer.from(sealed);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      assert.match(await said(t, firstLine, `${header}\n`, flipped), /damaged/, `${at}`);
    }
  });

  it('its chunks are told apart by their places, and the last by being it', async (t) => {
    const { path } = await written(t, data(2 * chunk + 5));
    const file = readFileSync(path);
    const head = file.indexOf('\n', firstLine.length) + 1;
    const [one, two] = [
      file.subarray(head, head + chunk + 16),
      file.subarray(head + chunk + 16, head + 2 * (chunk + 16)),
    ];
    const rest = file.subarray(head + 2 * (chunk + 16));
    const start = file.subarray(0, head);
    assert.equal(await said(t, start, one, two, rest), 'read');
    assert.match(await said(t, start, two, one, rest), /damaged/);
    assert.match(await said(t, start, one, one, rest), /damaged/);
  });

  it('a header is refused that says what no version has written', async (t) => {
    assert.match(await changed(t, { v: 2 }), /^newer-schema: .*newer version of this extension/);
    const members: readonly (readonly [name: string, ...values: readonly unknown[]])[] = [
      ['v', 0, '2', null],
      ['kdf', 'pbkdf2', null],
      ['cipher', 'aes-128-gcm', null],
      ['chunk', chunk + 1, null],
      ['salt', 5, null],
      ['check', 5, null],
      ['bytes', -1, 0.5, '33', null],
    ];
    for (const [name, ...values] of members)
      for (const value of values)
        assert.match(
          await changed(t, { [name]: value }),
          /^unreadable: .*damaged/,
          `${name} ${String(value)}`,
        );
  });

  it('a cost is refused that no computer should pay, or that scrypt does not know', async (t) => {
    for (const cost of [
      { N: 2 ** 21 },
      { N: 3 },
      { N: 1 },
      { N: 0 },
      { N: -2 },
      { N: '2' },
      { r: 9 },
      { r: 0 },
      { p: 5 },
      { p: 1.5 },
    ])
      assert.match(await changed(t, cost), /^unreadable: .*damaged/, JSON.stringify(cost));
    for (const cost of [{ N: 2 }, { N: 4, r: 8, p: 4 }, { r: 1 }])
      assert.match(await changed(t, cost), /^passphrase: /, JSON.stringify(cost));
  });

  it('its size is told before its passphrase is asked for', async (t) => {
    assert.match(await changed(t, { bytes: 34 }), /cut short/);
    assert.match(await changed(t, { bytes: 32 }), /damaged/);
    assert.match(await changed(t, { bytes: 2 ** 52 }), /cut short/);
  });

  it('a shorter word about the passphrase does not do', async (t) => {
    assert.match(await changed(t, { check: '' }), /^passphrase: /);
    const { check, ...rest } = JSON.parse(header);
    assert.match(await changed(t, { ...rest, check: check.slice(0, 8) }), /^passphrase: /);
  });
});
