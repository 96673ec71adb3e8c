import type { Transform } from 'node:stream';
import {
  crc32,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** What decoding came to: `whole` up to an end that the coding itself has, `cut` before it, `broken` where it is not that coding. */
export interface Undone {
  readonly bytes: Buffer;
  readonly end: 'whole' | 'cut' | 'broken' | 'too-large';
  /** The library's code where it is not whole. */
  readonly cause: string;
  /** Bytes after the end, which are no part of the coding. */
  readonly spare: number;
}

type Zlib = Transform & { readonly bytesWritten: number };
/** @param chunkSize bytes that are decoded at a time: what a mistake spoils */
type Make = (chunkSize: number) => Zlib;

/** More parts than any server makes of an answer; each costs a decoder. */
const mostMembers = 10_000;
const [smallest, usual] = [64, 16 * 1024];

/** Decodes one part with one decoder. @param room bytes that may come of it */
function undoOne(make: Make, bytes: Buffer, room: number): Promise<Undone & { readonly used: number }> {
  const { promise, resolve } = Promise.withResolvers<Undone & { readonly used: number }>();
  // What a decoder has of a block is lost with it: of a small answer that should be little.
  const decoder = make(bytes.length <= 64 * usual ? smallest : usual);
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = (end: Undone['end'], cause: string): void => {
    const used = Math.min(decoder.bytesWritten, bytes.length);
    decoder.destroy();
    resolve({ bytes: Buffer.concat(chunks), end, cause, spare: bytes.length - used, used });
  };
  decoder.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, room - size);
    if (part.length > 0) chunks.push(part);
    size += part.length;
    if (part.length < chunk.length) settle('too-large', 'too-large');
  });
  decoder.on('end', () => settle('whole', ''));
  decoder.on('error', (error: NodeJS.ErrnoException) =>
    settle(error.code === 'Z_BUF_ERROR' ? 'cut' : 'broken', error.code ?? error.name),
  );
  decoder.end(bytes);
  return promise;
}

/** Decodes parts that stand one behind the other, as long as `begins` says that another one does. */
async function undoEach(
  bytes: Buffer,
  room: number,
  begins: (rest: Buffer) => boolean,
  one: (rest: Buffer, room: number) => Promise<Undone & { readonly used: number }>,
): Promise<Undone> {
  const parts: Buffer[] = [];
  let rest = bytes;
  let left = room;
  for (let count = 0; count < mostMembers; count += 1) {
    const done = await one(rest, left);
    parts.push(done.bytes);
    left -= done.bytes.length;
    rest = rest.subarray(done.used);
    const over = done.end !== 'whole' || done.used === 0 || !begins(rest);
    if (over) return { ...done, bytes: Buffer.concat(parts), spare: done.end === 'whole' ? rest.length : 0 };
  }
  return { bytes: Buffer.concat(parts), end: 'broken', cause: 'TOO_MANY_MEMBERS', spare: 0 };
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Source: RFC 8878 3.1.1 and 3.1.2, a frame or one that is skipped. */
function isZstd(bytes: Buffer): boolean {
  if (bytes.length < 4) return false;
  const magic = bytes.readUInt32LE(0);
  return magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50;
}

/** Bytes of a gzip member before its data (RFC 1952 2.3); null where they are not all there. */
function gzipHeader(bytes: Buffer): number | null {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const named of [8, 16]) {
    if ((flags & named) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if ((flags & 2) !== 0) at += 2;
  return at < bytes.length ? at : null;
}

async function undoMember(bytes: Buffer, room: number): Promise<Undone & { readonly used: number }> {
  const start = gzipHeader(bytes);
  const none = { bytes: Buffer.alloc(0), cause: 'Z_BUF_ERROR', spare: 0, used: bytes.length };
  if (start === null) return { ...none, end: 'cut' };
  const done = await undoOne((chunkSize) => createInflateRaw({ chunkSize }), bytes.subarray(start), room);
  const trailer = start + done.used;
  if (done.end !== 'whole') return { ...done, used: bytes.length };
  if (trailer + 8 > bytes.length) return { ...done, end: 'cut', cause: 'Z_BUF_ERROR', used: bytes.length };
  const right =
    crc32(done.bytes) === bytes.readUInt32LE(trailer) &&
    done.bytes.length % 2 ** 32 === bytes.readUInt32LE(trailer + 4);
  return { ...done, end: right ? 'whole' : 'broken', cause: right ? '' : 'Z_DATA_ERROR', used: trailer + 8 };
}

/** All members of gzip; what follows them is left alone. */
async function undoGzip(bytes: Buffer, room: number): Promise<Undone> {
  // Node reads all members at once, and loses all it has where bytes follow that are none; one byte it takes for a cut member.
  const done = await undoOne(() => createGunzip(), bytes, room);
  if (done.end !== 'broken' && done.end !== 'cut') return done;
  const each = await undoEach(bytes, room, isGzip, undoMember);
  return done.end === 'broken' || each.end === 'whole' ? each : done;
}

/** Node reads one frame alone. */
function undoZstd(bytes: Buffer, room: number): Promise<Undone> {
  const make: Make = (chunkSize) => createZstdDecompress({ chunkSize });
  return undoEach(bytes, room, isZstd, (rest, left) => undoOne(make, rest, left));
}

/** One way to encode. */
export interface Coding {
  readonly name: string;
  /** Whether bytes begin as this coding does; true where it has no sign of its own. */
  readonly begins: (bytes: Buffer) => boolean;
  readonly undo: (bytes: Buffer, room: number) => Promise<Undone>;
}

const gzip: Coding = { name: 'gzip', begins: isGzip, undo: undoGzip };

/** By the name in Content-Encoding. Source: RFC 9110 8.4.1. */
export const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    {
      name: 'deflate',
      begins: () => true,
      // Some servers send it without its zlib wrapper, which starts with method 8.
      undo: (bytes, room) =>
        undoOne(
          (chunkSize) =>
            ((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize }),
          bytes,
          room,
        ),
    },
  ],
  [
    'br',
    {
      name: 'br',
      begins: () => true,
      undo: (bytes, room) => undoOne((chunkSize) => createBrotliDecompress({ chunkSize }), bytes, room),
    },
  ],
  ['zstd', { name: 'zstd', begins: isZstd, undo: undoZstd }],
]);
