import { html as plainHtml, type TemplateResult } from 'lit/html.js';
import { visible, visiblePieces } from '../src/contract/visible.ts';
import { t } from './strings.ts';

/**
 * lit's `html` as all templates of the pages know it (the build puts it there): hidden characters of what is shown become small
 * labelled boxes, or labels where only text can stand. What inputs hold, and what is not read by people, stays as it is.
 */

/** What a hole of a template is for. */
type Hole = 'text' | 'text-only' | 'name' | 'other';

/** Attributes that are read to people, or by them. */
const named =
  /\s(?:title|aria-label|aria-description|aria-roledescription|aria-valuetext|alt|placeholder|label|data-label)=["']?$/;
/** A tag that is not closed yet: the hole is an attribute, or a part of one. */
const inTag = /<[a-z!/][^<>]*$/i;
/** The element that the hole is directly in, where that holds text alone. */
const inTextOnly = /<(?:option|textarea|title|style|script)\b[^<>]*>[^<]*$/i;

const known = new WeakMap<TemplateStringsArray, readonly Hole[]>();

function holesOf(strings: TemplateStringsArray): readonly Hole[] {
  const found = known.get(strings);
  if (found !== undefined) return found;
  let before = '';
  const holes = strings.slice(0, -1).map((part): Hole => {
    before += part;
    const at = before;
    // Stands for the value: an attribute may have several holes, and text after one is not within the tag before it.
    before += ' ';
    return kindOf(at);
  });
  known.set(strings, holes);
  return holes;
}

function kindOf(before: string): Hole {
  const from = before.lastIndexOf('<');
  const tag = before.slice(from);
  if (from !== -1 && inTag.test(tag)) return attributeOf(tag);
  return inTextOnly.test(tag) ? 'text-only' : 'text';
}

/** Of `<a title="${x} and ${y}`: the attribute that is open at the end. */
function attributeOf(tag: string): Hole {
  const open = tag.lastIndexOf('=');
  const start = tag.slice(0, open + 1);
  return named.test(`${start}`) ? 'name' : 'other';
}

function boxes(text: string): unknown {
  const pieces = visiblePieces(text);
  if (pieces.length === 1 && pieces[0] !== undefined && 'text' in pieces[0]) return text;
  return pieces.map((piece) => ('text' in piece ? piece.text : box(piece.hidden)));
}

function box(name: string): TemplateResult {
  const label = t('hidden character {0}', name);
  return plainHtml`<span class="hidden-character" role="img" aria-label=${label} title=${label}>${name}</span>`;
}

function shown(hole: Hole | undefined, value: unknown): unknown {
  if (Array.isArray(value) && hole === 'text')
    return value.map((one) => (typeof one === 'string' ? boxes(one) : one));
  if (typeof value !== 'string' || value === '') return value;
  if (hole === 'text') return boxes(value);
  return hole === 'text-only' || hole === 'name' ? visible(value) : value;
}

export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  const holes = holesOf(strings);
  return plainHtml(strings, ...values.map((value, at) => shown(holes[at], value)));
}
