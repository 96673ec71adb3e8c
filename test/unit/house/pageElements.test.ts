import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './sources.ts';

/** The first has no styles of its own. */
const pages = ['controls', 'webview', 'usage', 'orders', 'review'];

test('nothing in a page’s script or styles ends the element that it stands in', () => {
  for (const page of pages) {
    assert.doesNotMatch(read(`dist/${page}.js`), /<\/script|<!--\s*<script/i, page);
  }
  for (const page of pages.slice(1)) assert.doesNotMatch(read(`dist/${page}.css`), /<\/style/i, page);
  assert.doesNotMatch(read('dist/codicons/codicon.css'), /<\/style/i);
});

test('the font of the icons is named as the page replaces it', () => {
  assert.equal(read('dist/codicons/codicon.css').split('url("./').length, 2);
});
