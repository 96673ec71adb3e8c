import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import { type Built, buildPage, launch, type Opened, openPage } from './harness.ts';
import { cut, live, refused, state } from './samples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage()]);
});
after(() => browser.close());

const text = '<html>Bad Gateway</html>';
const page502: AnswerView = {
  ...{ ...cut, environment: live.name, whole: true, mend: 'address', rawFirst: true },
  raw: { text, shownBytes: text.length, totalBytes: text.length, masked: false },
};
const refusedKey: AnswerView = { ...refused, environment: live.name, mend: 'key' };

async function shown(answer: AnswerView, environment = live): Promise<Opened> {
  return openPage(browser, built, { state: state({ answer, environment }) });
}

const asks = ({ asked }: Opened, method: string): number =>
  asked.filter((message) => message.method === method).length;

test('a gateway’s page is shown raw at once, with the way to the base URL and what to quote of it', async () => {
  const opened = await shown(page502);
  const { page } = opened;
  await page.getByRole('tab', { name: 'Raw', exact: true, selected: true }).waitFor();
  await page.getByText('Bad Gateway').waitFor();
  await page.getByRole('button', { name: 'Edit Base URL…' }).click();
  assert.equal(asks(opened, 'environment/editBaseUrl'), 1);
  await page.getByRole('tab', { name: 'Result', exact: true }).click();
  await page.getByText('No result is known.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Copy support quote' }).count(), 1);
  assert.deepEqual(opened.complaints, []);
  await page.close();
});

test('a refused key leads to where another is set, unless the form has turned to another environment', async () => {
  const opened = await shown(refusedKey);
  await opened.page.getByRole('tab', { name: 'Result', exact: true, selected: true }).waitFor();
  await opened.page.getByRole('button', { name: 'Set API Key…' }).click();
  assert.equal(asks(opened, 'environment/setKey'), 1);
  await opened.page.close();
  const elsewhere = await shown(refusedKey, { ...live, name: 'another' });
  await elsewhere.page.getByRole('heading', { name: refused.headline }).waitFor();
  assert.equal(await elsewhere.page.getByRole('button', { name: 'Set API Key…' }).count(), 0);
  await elsewhere.page.close();
});
