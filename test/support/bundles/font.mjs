// A TrueType font with fewer glyphs: https://learn.microsoft.com/typography/opentype/spec/otff. For fonts of simple glyphs
// without hints, such as the codicons; whatever else a font may have is refused, not dropped in silence.

const copied = ['OS/2', 'head', 'hhea', 'maxp', 'name'];
/** What is written anew, or is of no use to a page that names glyphs by their code: names of glyphs, ligatures. */
const known = [...copied, 'cmap', 'glyf', 'hmtx', 'loca', 'post', 'GSUB'];

function tablesOf(font) {
  const tables = new Map();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    tables.set(font.toString('latin1', at, at + 4), font.subarray(offset, offset + length));
  }
  const strange = [...tables.keys()].filter((tag) => !known.includes(tag));
  if (strange.length > 0)
    throw new Error(`The font has tables that are not understood: ${strange.join(', ')}.`);
  return tables;
}

/** Glyph by code, from the table of all of Unicode (platform 3, encoding 10, format 12). */
function glyphIds(cmap) {
  const ids = new Map();
  for (let entry = 4; entry < 4 + 8 * cmap.readUInt16BE(2); entry += 8) {
    if (cmap.readUInt16BE(entry) !== 3 || cmap.readUInt16BE(entry + 2) !== 10) continue;
    const table = cmap.subarray(cmap.readUInt32BE(entry + 4));
    for (let group = 16; group < 16 + 12 * table.readUInt32BE(12); group += 12) {
      const [first, last, id] = [0, 4, 8].map((more) => table.readUInt32BE(group + more));
      for (let code = first; code <= last; code += 1) ids.set(code, id + code - first);
    }
  }
  return ids;
}

function u16(...values) {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, 2 * index);
  });
  return bytes;
}

/** Format 4, a segment for each code: glyph 1 is that of the first code, and so on. */
function cmapOf(codes) {
  const count = codes.length + 1;
  const power = 2 ** Math.floor(Math.log2(count));
  const ends = [...codes, 0xffff];
  const deltas = [...codes.map((code, index) => index + 1 - code), 1];
  const body = Buffer.concat([
    u16(2 * count, 2 * power, Math.log2(power), 2 * (count - power), ...ends, 0),
    u16(...ends, ...deltas, ...ends.map(() => 0)),
  ]);
  const table = Buffer.concat([u16(4, 6 + body.length, 0), body]);
  return Buffer.concat([u16(0, 1, 3, 1, 0, 12), table]);
}

function checksum(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

function fontOf(tables) {
  const tags = [...tables.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const head = Buffer.alloc(12);
  head.writeUInt32BE(0x00010000);
  u16(tags.length, 16 * power, Math.log2(power), 16 * (tags.length - power)).copy(head, 4);
  const records = [];
  const bodies = [];
  let offset = 12 + 16 * tags.length;
  for (const tag of tags) {
    const bytes = tables.get(tag);
    const record = Buffer.alloc(16);
    record.write(tag, 'latin1');
    record.writeUInt32BE(checksum(bytes), 4);
    record.writeUInt32BE(offset, 8);
    record.writeUInt32BE(bytes.length, 12);
    records.push(record);
    bodies.push(bytes, Buffer.alloc(-bytes.length & 3));
    offset += bytes.length + (-bytes.length & 3);
  }
  const font = Buffer.concat([head, ...records, ...bodies]);
  const at = font.readUInt32BE(12 + 16 * tags.indexOf('head') + 8);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, at + 8);
  return font;
}

/** @param {Buffer} font @param {Iterable<number>} wanted codes up to 0xffff @returns {Buffer} a font of these glyphs alone */
export function subsetFont(font, wanted) {
  const tables = tablesOf(font);
  const [glyf, loca, hmtx] = ['glyf', 'loca', 'hmtx'].map((tag) => tables.get(tag));
  const ids = glyphIds(tables.get('cmap'));
  const codes = [...new Set(wanted)].sort((a, b) => a - b);
  if (tables.get('head').readInt16BE(50) !== 0) throw new Error('The font has long offsets.');
  const metrics = tables.get('hhea').readUInt16BE(34);
  const glyphs = [0, ...codes.map((code) => ids.get(code))].map((id) => {
    if (id === undefined || id >= metrics) throw new Error('The font lacks a glyph, or its width.');
    const outline = glyf.subarray(2 * loca.readUInt16BE(2 * id), 2 * loca.readUInt16BE(2 * id + 2));
    if (outline.length > 0 && outline.readInt16BE(0) < 0) throw new Error('The font has a composite glyph.');
    return { outline, metric: hmtx.subarray(4 * id, 4 * id + 4) };
  });
  const offsets = [0];
  for (const { outline } of glyphs) offsets.push(offsets.at(-1) + outline.length / 2);
  const next = new Map(copied.map((tag) => [tag, Buffer.from(tables.get(tag))]));
  next.get('head').writeUInt32BE(0, 8);
  next.get('hhea').writeUInt16BE(glyphs.length, 34);
  next.get('maxp').writeUInt16BE(glyphs.length, 4);
  next.set('cmap', cmapOf(codes));
  next.set('glyf', Buffer.concat(glyphs.map(({ outline }) => outline)));
  next.set('hmtx', Buffer.concat(glyphs.map(({ metric }) => metric)));
  next.set('loca', u16(...offsets));
  const post = Buffer.from(tables.get('post').subarray(0, 32));
  post.writeUInt32BE(0x00030000);
  next.set('post', post);
  return fontOf(next);
}
