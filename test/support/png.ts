import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const bytesPerPixel = 3;
const paletteSize = 256;

/**
 * The same picture with at most 256 colours: less than half the size, and of a picture of flat areas and text no eye can
 * tell. Takes what browsers write for an opaque page (8 bits, RGB); returns anything else unchanged.
 */
export function withFewColours(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined || header[8] !== 8 || header[9] !== 2 || header[12] !== 0) return png;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = unfiltered(inflateSync(packed), width * bytesPerPixel, height);
  const { palette, indexOf } = paletteOf(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at++) {
    rows[at + 1 + Math.floor(at / width)] = indexOf(pixels.readUIntBE(at * bytesPerPixel, bytesPerPixel));
  }
  const indexed = Buffer.from(header);
  indexed[9] = 3;
  const colours = Buffer.alloc(palette.length * bytesPerPixel);
  palette.forEach((colour, index) => {
    colours.writeUIntBE(colour, index * bytesPerPixel, bytesPerPixel);
  });
  const parts = [
    chunk('IHDR', indexed),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
  ];
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunksOf(png: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Undoes PNG's five filters (PNG specification, "Filter types"), each row being `stride` bytes after its filter's number. */
function unfiltered(raw: Buffer, stride: number, height: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (pixels[y * stride + x] ?? 0));
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const [left, up, corner] = [at(x - bytesPerPixel, y), at(x, y - 1), at(x - bytesPerPixel, y - 1)];
      const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] ?? 0;
      pixels[y * stride + x] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Colours (0xRRGGBB) to draw the picture with, and for each colour of the picture the index of the one nearest to it. */
function paletteOf(pixels: Buffer): {
  readonly palette: readonly number[];
  indexOf(colour: number): number;
} {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += bytesPerPixel) {
    const colour = pixels.readUIntBE(at, bytesPerPixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const seen = [...counts].map(([colour, count]) => ({ colour, count, index: 0, error: Infinity }));
  seen.sort((one, other) => one.colour - other.colour);
  const palette: number[] = [];
  while (palette.length < Math.min(paletteSize, seen.length)) {
    // The one whose replacement would be seen most: the green of a small icon before a further grey of the text's edges.
    const worst = seen.reduce((a, b) => (b.count * b.error > a.count * a.error ? b : a));
    const index = palette.push(worst.colour) - 1;
    for (const one of seen) {
      const error = distance(one.colour, worst.colour);
      if (error < one.error) Object.assign(one, { error, index });
    }
  }
  const indexes = new Map(seen.map(({ colour, index }) => [colour, index]));
  return { palette, indexOf: (colour) => indexes.get(colour) ?? 0 };
}

function distance(one: number, other: number): number {
  const of = (shift: number): number => ((one >> shift) & 255) - ((other >> shift) & 255);
  return of(16) ** 2 + of(8) ** 2 + of(0) ** 2;
}
