import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { iconStyles } from '../../../../src/ui/shell/pageDocument.ts';
import { root } from '../../house/sources.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { pageHtml, pageOptions } = await import('../../../../src/ui/shell/pageHtml.ts');

const file = (...path: readonly string[]): string => readFileSync(join(root, 'dist', ...path), 'utf8');
const html = (controls?: boolean): string => pageHtml({ path: root } as never, 'webview', controls);

test('a page holds all it needs, and may load nothing from the disk', () => {
  const page = html();
  assert.deepEqual(pageOptions(), { enableScripts: true, localResourceRoots: [] });
  assert.ok(page.includes(file('webview.js')));
  assert.ok(page.includes(file('webview.css')));
  const font = readFileSync(join(root, 'dist/codicons/codicon.ttf')).toString('base64');
  assert.ok(page.includes(`src: url("data:font/ttf;base64,${font}") format("truetype")`));
  const outside = page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '');
  assert.doesNotMatch(outside, /\b(src|href)=/);
  assert.match(outside, /content="default-src 'none'; [^"]*font-src data:; [^"]*"/);
});

test('only a form reads the script of the controls, before its own', () => {
  const [controls, own] = [file('controls.js'), file('webview.js')];
  assert.equal(html().includes(controls), false);
  const page = html(true);
  assert.ok(page.indexOf(controls) > 0);
  assert.ok(page.indexOf(controls) < page.indexOf(own));
});

test('every page has a nonce of its own', () => {
  const nonce = (page: string): string | undefined => /<script nonce="([\w-]{22})">/.exec(page)?.[1];
  assert.notEqual(nonce(html()), undefined);
  assert.notEqual(nonce(html()), nonce(html()));
});

test('a style sheet of icons without a font is refused', () => {
  assert.throws(() => iconStyles('.codicon {}', new Uint8Array()), /names no font/);
});
