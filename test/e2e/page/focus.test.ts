import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../support/paths.ts';
import { reads } from '../../support/values.ts';
import { launch, until } from './harness.ts';

/** The focus as VS Code's frames have it: a workbench, a frame within it, and within that the page, which hears the host through the frame. */
let browser: Browser;
let script: string;
before(async () => {
  const contents = `
    import { FocusKeeper } from './webview/focus.ts';
    const focus = new FocusKeeper();
    addEventListener('message', ({ data, source }) => {
      focus.meet(source);
      if (data === 'focus') focus.takeBack();
      window.heard = (window.heard ?? 0) + 1;
    });`;
  const stdin = { contents, resolveDir: root, loader: 'ts' } as const;
  const [built, launched] = await Promise.all([build({ stdin, bundle: true, write: false }), launch()]);
  script = built.outputFiles[0]?.text ?? '';
  browser = launched;
});
after(() => browser.close());

const page = 'around.contentWindow.document.getElementById("active-frame").contentWindow';
const fieldFocused = `document.activeElement === around && ${page}.document.hasFocus() && ${page}.document.activeElement.id === "field"`;

async function inFrames(body: (page: Page) => Promise<void>): Promise<void> {
  const opened = await browser.newPage();
  const documents: Record<string, string> = {
    '/': '<input id="palette"><iframe id="around" src="/around"></iframe>',
    '/around': `<iframe id="active-frame" src="/page"></iframe><script>
      addEventListener('message', ({ data }) => document.getElementById('active-frame').contentWindow.postMessage(data, '*'));
    </script>`,
    '/page': `<input id="field" value="XX00AB"><script>${script}</script>`,
  };
  await opened.route('https://frames.invalid/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: documents[new URL(route.request().url()).pathname] ?? '',
    }),
  );
  try {
    await opened.goto('https://frames.invalid/');
    await until(
      opened,
      `${page}.document.getElementById("field") !== null && ${page}.document.readyState === 'complete'`,
    );
    await tell(opened, 'hello');
    const field = opened.frameLocator('#around').frameLocator('#active-frame').locator('#field');
    await field.click();
    await opened.keyboard.press('Home');
    await opened.keyboard.press('ArrowRight');
    await body(opened);
  } finally {
    await opened.close();
  }
}

/** What the host says, on its way through the frame; it has been heard when this resolves. */
async function tell(opened: Page, word: string): Promise<void> {
  const heard = await opened.evaluate<number>(`${page}.heard ?? 0`);
  await opened.evaluate(`around.contentWindow.postMessage(${JSON.stringify(word)}, '*')`);
  await until(opened, `${page}.heard === ${heard + 1}`);
}

const valueIn = (opened: Page): Promise<unknown> =>
  opened.evaluate(`${page}.document.getElementById("field").value`);

test('what the frame around is given, the page takes at once, the caret where it was', async () => {
  await inFrames(async (opened) => {
    await opened.locator('#palette').focus();
    await opened.evaluate('around.focus()');
    await until(opened, fieldFocused);
    await opened.keyboard.type('_');
    assert.equal(await valueIn(opened), 'X_X00AB');
  });
});

test('the host’s word takes the focus from the frame around, and from nothing else', async () => {
  await inFrames(async (opened) => {
    await opened.locator('#palette').focus();
    await opened.keyboard.type('pal');
    await tell(opened, 'focus');
    await opened.keyboard.type('ette');
    await reads(opened.locator('#palette'), 'palette');
    assert.equal(await valueIn(opened), 'XX00AB');
  });
});

test('a question that was opened meanwhile keeps the focus when the frame gives it to the page late', async () => {
  await inFrames(async (opened) => {
    await opened.locator('#palette').focus();
    await opened.keyboard.type('pal');
    await opened.evaluate(`${page}.focus()`);
    await opened.keyboard.type('ette');
    await reads(opened.locator('#palette'), 'palette');
    assert.equal(await valueIn(opened), 'XX00AB');
    // What the frame has, it may give.
    await opened.evaluate(`around.contentWindow.focus(); ${page}.focus()`);
    await until(opened, fieldFocused);
  });
});

test('where the frame around is not known, the host’s word is enough', async () => {
  await inFrames(async (opened) => {
    // Heard from elsewhere first, the page takes nobody for the frame around it.
    await opened.evaluate(`${page}.document.title = 'before'; ${page}.location.reload()`);
    await until(opened, `${page}.document.title === '' && ${page}.document.readyState === 'complete'`);
    await opened.evaluate(`${page}.document.getElementById("field").focus()`);
    await opened.locator('#palette').focus();
    await opened.evaluate(`${page}.eval("postMessage('focus', '*')")`);
    await until(opened, fieldFocused);
  });
});

test('a message from another origin is heard, too: whoever sent it is nobody to listen to', async () => {
  const opened = await browser.newPage();
  const documents: Record<string, string> = {
    'https://elsewhere.invalid/': '<iframe id="page" src="https://frames.invalid/page"></iframe>',
    'https://frames.invalid/page': `<input id="field"><script>${script}</script>`,
  };
  await opened.route('https://*.invalid/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: documents[route.request().url()] ?? '' }),
  );
  try {
    await opened.goto('https://elsewhere.invalid/');
    const frame = opened.frame({ url: 'https://frames.invalid/page' });
    assert.ok(frame);
    await opened.evaluate("page.contentWindow.postMessage('focus', '*')");
    await frame.waitForFunction('window.heard === 1', undefined, { timeout: 5000 });
  } finally {
    await opened.close();
  }
});

test('what was selected before its field has the focus stays selected', async () => {
  await inFrames(async (opened) => {
    await opened.locator('#palette').focus();
    await opened.evaluate(`${page}.document.activeElement.blur()`);
    await opened.frameLocator('#around').frameLocator('#active-frame').locator('#field').fill('XX00CD');
    assert.equal(await valueIn(opened), 'XX00CD');
  });
});
