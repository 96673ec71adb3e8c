import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './sources.ts';

const pages = ['webview', 'usage', 'orders', 'review'];

test('nothing in a page’s script or styles ends the element that it stands in', () => {
  for (const page of pages) {
    assert.doesNotMatch(read(`dist/${page}.js`), /<\/script|<!--\s*<script/i, page);
    assert.doesNotMatch(read(`dist/${page}.css`), /<\/style/i, page);
  }
  assert.doesNotMatch(read('dist/codicons/codicon.css'), /<\/style/i);
});

test('the font of the icons is named as the page replaces it', () => {
  assert.equal(read('dist/codicons/codicon.css').split('url("./').length, 2);
});
