import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { usedCodicons } from '../../support/bundles/codicons.mjs';
import { subsetFont } from '../../support/bundles/font.mjs';
import { root } from './sources.ts';

const whole = readFileSync(join(root, 'node_modules/@vscode/codicons/dist/codicon.ttf'));

function table(font: Buffer, tag: string): Buffer {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    if (font.toString('latin1', at, at + 4) !== tag) continue;
    return font.subarray(font.readUInt32BE(at + 8), font.readUInt32BE(at + 8) + font.readUInt32BE(at + 12));
  }
  throw new Error(`no ${tag}`);
}

/** The outline of a code by the table that browsers read on Windows (platform 3, encoding 1, format 4). */
function outline(font: Buffer, code: number): string {
  const cmap = table(font, 'cmap');
  for (let entry = 4; entry < 4 + 8 * cmap.readUInt16BE(2); entry += 8) {
    if (cmap.readUInt16BE(entry) !== 3 || cmap.readUInt16BE(entry + 2) !== 1) continue;
    const found = cmap.subarray(cmap.readUInt32BE(entry + 4));
    const doubled = found.readUInt16BE(6);
    for (let at = 0; at < doubled; at += 2) {
      if (found.readUInt16BE(14 + at) < code) continue;
      const [first, delta, shift] = [1, 2, 3].map((part) => found.readUInt16BE(16 + part * doubled + at));
      assert.ok(first !== undefined && delta !== undefined && shift !== undefined && first <= code);
      // Where a segment has a list of glyphs, it stands so far behind the place that says so.
      const id =
        shift === 0 ? code + delta : found.readUInt16BE(16 + 3 * doubled + at + shift + 2 * (code - first));
      const loca = table(font, 'loca');
      const [from, to] = [2 * (id & 0xffff), 2 * (id & 0xffff) + 2].map(
        (place) => 2 * loca.readUInt16BE(place),
      );
      return table(font, 'glyf').toString('base64', from, to);
    }
  }
  throw new Error(`no glyph for ${code.toString(16)}`);
}

describe('the icons of pages', () => {
  const { names, css, ttf } = usedCodicons();

  it('are those the sources name, those that are put together included', () => {
    for (const name of ['chevron-right', 'chevron-down', 'debug-stop', 'loading', 'sync', 'credit-card'])
      assert.ok(names.includes(name), name);
    assert.ok(!names.includes('claude'));
  });

  it('keep their rules and their outlines', () => {
    for (const name of names) {
      const [, code = ''] =
        new RegExp(`\\.codicon-${name}:before \\{ content: "\\\\([0-9a-f]+)"`).exec(css) ?? [];
      const drawn = outline(ttf, Number.parseInt(code, 16));
      assert.equal(drawn, outline(whole, Number.parseInt(code, 16)), name);
      assert.notEqual(drawn, '', name);
    }
    assert.match(css, /codicon-modifier-spin/);
  });

  it('come from a font that is understood whole', () => {
    assert.throws(() => subsetFont(whole, [0x41]), /lacks a glyph/);
    const hinted = Buffer.from(whole);
    hinted.write('fpgm', 12, 'latin1');
    assert.throws(() => subsetFont(hinted, [0xea60]), /not understood: fpgm/);
  });
});
