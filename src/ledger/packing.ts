import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Below this many bytes packing saves less than it costs. */
const least = 64 * 1024;

/**
 * A large payload packed with zstd, on a thread of Node's own: sealing and writing stop the extension host, and JSON
 * packs to a tenth or less. Null when it is small or does not get smaller.
 */
export async function pack(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.byteLength < least) return null;
  const packed = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return packed.byteLength < bytes.byteLength ? packed : null;
}

export async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return decompress(packed);
}
