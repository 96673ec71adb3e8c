import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateResult } from 'lit/html.js';
import { html } from '../../../webview/visible.ts';

const bad = 'A\u202e';

/** What lit would render of a template: its texts one after another. */
function rendered(value: unknown): string {
  if (Array.isArray(value)) return value.map(rendered).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  const { strings, values } = value as TemplateResult;
  return strings.map((part, at) => part + (at < values.length ? rendered(values[at]) : '')).join('');
}

const box =
  '<span class="hidden-character" role="img" aria-label=hidden character U+202E title=hidden character U+202E>U+202E</span>';

test('in the text of a page a hidden character is a box with a name', () => {
  assert.equal(
    rendered(html`<p>${bad} is ${[bad, html`<b>${bad}</b>`]}</p>`),
    `<p>A${box} is A${box}<b>A${box}</b></p>`,
  );
  assert.equal(rendered(html`${bad}`), `A${box}`);
});

test('where only text can stand it is a label', () => {
  assert.equal(rendered(html`<option value="x">${bad}</option>`), '<option value="x">A⟨U+202E⟩</option>');
  assert.equal(
    rendered(html`<p title=${bad} aria-label="${bad}, ${bad}" placeholder='${bad}' data-label=${bad}>x</p>`),
    `<p title=A⟨U+202E⟩ aria-label="A⟨U+202E⟩, A⟨U+202E⟩" placeholder='A⟨U+202E⟩' data-label=A⟨U+202E⟩>x</p>`,
  );
});

test('what is held, sent back or told by is left as it is', () => {
  const held = html`<input .value=${bad} value=${bad} data-path=${bad} id=${bad} ?hidden=${false} class="a ${bad}" /><b>${bad}</b>`;
  assert.deepEqual(held.values.slice(0, 6), [bad, bad, bad, bad, false, bad]);
  const other = { some: bad };
  assert.deepEqual(html`<x .input=${other}>${other}${1}${null}</x>`.values, [other, other, 1, null]);
});

test('a text without such characters is the very same', () => {
  const text = 'क्\u200dष 😀';
  assert.deepEqual(html`<p title=${text}>${text}</p>`.values, [text, text]);
});
