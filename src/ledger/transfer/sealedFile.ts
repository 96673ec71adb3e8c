import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import * as faults from './faults.ts';

/**
 * A file under a passphrase. Two lines of text: what it is, and a JSON header that states how the key is made
 * (scrypt, see `Header`). Then chunks of `chunkBytes`, the last one shorter or empty, each AES-256-GCM with its tag of 16 bytes
 * behind it: the nonce is its number, big-endian in 11 bytes, and a byte that is 1 in the last chunk; both lines are
 * authenticated with each. So no byte can be changed, and no chunk moved, dropped or added at the end, without notice (the
 * STREAM construction). Memory is that of one chunk, and of scrypt: 128 MiB.
 */
const firstLine = 'Orders of Verification API Explorer, sealed';
const chunkBytes = 1 << 20;
const tagBytes = 16;
/** OWASP's recommendation for scrypt; some half a second on a computer of 2026. */
const cost = { N: 1 << 17, r: 8, p: 1 };
/** A header may ask for no more than this: memory is 128 * N * r bytes. */
const most = { N: 1 << 20, r: 8, p: 4, header: 4096 } as const;

interface Header {
  readonly v: 1;
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Base64, 16 bytes. */
  readonly salt: string;
  readonly cipher: 'aes-256-gcm';
  readonly chunk: number;
  /** Of what was sealed. */
  readonly bytes: number;
  /** Base64, 16 bytes of an HMAC under a key derived from the passphrase's: tells a wrong passphrase from a damaged file. */
  readonly check: string;
}

type Unchecked = Omit<Header, 'check'>;

/** The passphrase as it is typed on any keyboard and system: one form of what looks alike. */
function derive(passphrase: string, header: Unchecked): Promise<Buffer> {
  const { N, r, p, salt } = header;
  const maxmem = 256 * N * r + (1 << 20);
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFKC'),
      Buffer.from(salt, 'base64'),
      32,
      { N, r, p, maxmem },
      (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      },
    );
  });
}

function checkOf(key: Uint8Array, { v, kdf, N, r, p, salt, cipher, chunk, bytes }: Unchecked): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'check of a passphrase, 1', 32));
  const stated = JSON.stringify([v, kdf, N, r, p, salt, cipher, chunk, bytes]);
  return createHmac('sha256', derived).update(stated).digest().subarray(0, 16);
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Parts of any size as chunks of one size; the last one is marked, and is there even when nothing is. */
async function* chunked(
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<{ readonly part: Buffer; readonly last: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const some of source) {
    held = held.length === 0 ? Buffer.from(some) : Buffer.concat([held, some]);
    while (held.length >= chunkBytes) {
      yield { part: held.subarray(0, chunkBytes), last: false };
      held = held.subarray(chunkBytes);
    }
  }
  yield { part: held, last: true };
}

/** Whole chunks and the last one, which holds what is left. */
function chunksOf(bytes: number): number {
  return Math.floor(bytes / chunkBytes) + 1;
}

/**
 * Writes the whole source, of that many bytes, sealed, to a file that was opened for writing.
 * @param N scrypt's cost; less than the default is for tests alone
 * @returns the key that was made of the passphrase, to read it back with
 */
export async function writeSealed(
  file: FileHandle,
  passphrase: string,
  bytes: number,
  source: AsyncIterable<Uint8Array>,
  N: number = cost.N,
): Promise<Uint8Array> {
  const salt = randomBytes(16).toString('base64');
  const stated: Unchecked = {
    v: 1,
    kdf: 'scrypt',
    ...cost,
    N,
    salt,
    cipher: 'aes-256-gcm',
    chunk: chunkBytes,
    bytes,
  };
  const key = await derive(passphrase, stated);
  const header = { ...stated, check: checkOf(key, stated).toString('base64') };
  const head = Buffer.from(`${firstLine}\n${JSON.stringify(header)}\n`, 'utf8');
  await file.writeFile(head);
  let [number, written] = [0, 0];
  for await (const { part, last } of chunked(source)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last));
    cipher.setAAD(head);
    await file.writeFile(Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]));
    number += 1;
    written += part.length;
  }
  if (written !== bytes) throw new Error(`the backup came to ${written} bytes instead of ${bytes}`);
  await file.sync();
  return key;
}

function isWhole(value: unknown, limit: number): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= limit;
}

function readHeader(line: string): Header {
  let header: Partial<Record<keyof Header, unknown>>;
  try {
    header = JSON.parse(line) ?? {};
  } catch {
    throw faults.damaged();
  }
  const { v, kdf, N, r, p, salt, cipher, chunk, bytes, check } = header;
  if (typeof v === 'number' && v > 1) throw faults.newerFormat();
  const known = v === 1 && kdf === 'scrypt' && cipher === 'aes-256-gcm' && chunk === chunkBytes;
  const payable =
    isWhole(N, most.N) && (N & (N - 1)) === 0 && N > 1 && isWhole(r, most.r) && isWhole(p, most.p);
  const sized = Number.isSafeInteger(bytes) && Number(bytes) >= 0;
  if (!known || !payable || !sized || typeof salt !== 'string' || typeof check !== 'string')
    throw faults.damaged();
  return { v, kdf, N, r, p, salt, cipher, chunk, bytes: Number(bytes), check };
}

/** Both lines, with what they say. */
async function readHead(file: FileHandle): Promise<{ readonly head: Buffer; readonly header: Header }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most.header), 0, most.header, 0);
  const start = buffer.subarray(0, bytesRead);
  if (start.subarray(0, firstLine.length + 1).toString('latin1') !== `${firstLine}\n`)
    throw faults.noBackup();
  const end = start.indexOf('\n', firstLine.length + 1);
  if (end < 0) throw faults.cut();
  const head = Buffer.from(start.subarray(0, end + 1));
  return { head, header: readHeader(head.subarray(firstLine.length + 1, end).toString('utf8')) };
}

function opened(key: Uint8Array, head: Buffer, number: number, last: boolean, chunk: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last));
  decipher.setAAD(head);
  decipher.setAuthTag(chunk.subarray(-tagBytes));
  const bytes = decipher.update(chunk.subarray(0, -tagBytes));
  try {
    return Buffer.concat([bytes, decipher.final()]);
  } catch {
    // GCM has one way to fail here: the tag does not fit.
    throw faults.damaged();
  }
}

async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let read = 0;
  while (read < buffer.length) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/**
 * What was sealed, chunk by chunk. Each is authentic when it comes, but only the end says that all of them are: what is made of
 * them counts only then.
 * @param secret the passphrase, or the key that was made of it
 * @throws LedgerRefusal, see faults.ts
 */
export async function* readSealed(path: string, secret: string | Uint8Array): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const { head, header } = await readHead(file);
    const chunks = chunksOf(header.bytes);
    const { size } = await file.stat();
    const whole = head.length + header.bytes + chunks * tagBytes;
    if (size !== whole) throw size < whole ? faults.cut() : faults.damaged();
    const key = typeof secret === 'string' ? await derive(secret, header) : secret;
    const check = Buffer.from(header.check, 'base64');
    const own = checkOf(key, header);
    if (check.length !== own.length || !timingSafeEqual(check, own)) throw faults.wrongPassphrase();
    let position = head.length;
    for (let number = 0; number < chunks; number += 1) {
      const chunk = await readFully(file, Buffer.alloc(chunkBytes + tagBytes), position);
      position += chunk.length;
      yield opened(key, head, number, number === chunks - 1, chunk);
    }
  } finally {
    await file.close();
  }
}
