import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Built, buildPage, launch, type Opened, type OpenOptions, openPage } from './harness.ts';

/** A browser for the tests of a file, with the page of forms and orders. */
export function ownPages() {
  let browser: Browser;
  let built: Built;
  before(async () => {
    [browser, built] = await Promise.all([launch(), buildPage()]);
  });
  after(() => browser.close());
  return async (options: OpenOptions, body: (opened: Opened) => Promise<void>): Promise<void> =>
    inPage(await openPage(browser, built, options), body);
}

/** Closes the page after the test it was opened for; it must not complain. */
export async function inPage(opened: Opened, body: (opened: Opened) => Promise<void>): Promise<void> {
  try {
    await body(opened);
    assert.deepEqual(opened.complaints, []);
  } finally {
    await opened.page.close();
  }
}

/** What a page asked for by one method, in order. */
export function asks({ asked }: Opened, method: string): readonly unknown[] {
  return asked.filter((message) => message.method === method).map(({ params }) => params);
}
