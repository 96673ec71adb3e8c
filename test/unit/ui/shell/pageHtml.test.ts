import assert from 'node:assert/strict';
import { test } from 'node:test';
import { root } from '../../house/sources.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { pageHtml } = await import('../../../../src/ui/shell/pageHtml.ts');

test('a page asks for the font of its icons as it is read, by the very address that its styles name', async () => {
  const asWebviewUri = ({ path }: { readonly path: string }) => `https://own.invalid${path}`;
  const html = await pageHtml(
    { cspSource: 'own', asWebviewUri } as never,
    { path: root } as never,
    'webview',
  );
  const [, asked] =
    /<link rel="preload" href="([^"]+)" as="font" type="font\/ttf" crossorigin>/.exec(html) ?? [];
  const [, used] = /font-family: "codicon";[^}]*src: url\("([^"]+)"\)/.exec(html) ?? [];
  assert.match(asked ?? '', /^https:\/\/own\.invalid.*\/dist\/codicons\/codicon\.ttf\?\w+$/);
  assert.equal(asked, used);
});
