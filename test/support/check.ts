import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { type OpenedPage, openPage } from './browser.ts';
import { outFolder } from './paths.ts';
import { type VSCode, withoutNoise } from './servers.ts';
import { notification, screenshot, webview } from './workbench.ts';

/** Written like a vehicle's number, but there is no state XX. */
const registrationNumber = 'XX00AB1234';

/**
 * Fills the open RC Details Advanced form, sends one call to the sandbox, and prints what it came to.
 * @returns whether the call was answered with an outcome.
 */
export async function checkOneCall(vscode: VSCode): Promise<boolean> {
  let opened: OpenedPage | undefined;
  const file = join(outFolder, 'check.png');
  try {
    opened = await openPage(vscode);
    const { page } = opened;
    const form = await openedForm(page);
    await form.getByRole('textbox', { name: /registration number/i }).fill(registrationNumber);
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = form.getByRole('region', { name: 'Answer' });
    await answer.and(form.locator('[data-outcome]:not([data-outcome=""])')).waitFor({ timeout: 30_000 });
    const read = async (name: string): Promise<string> => (await answer.getAttribute(name)) ?? '';
    const [outcome, billing, order] = [
      await read('data-outcome'),
      await read('data-billing'),
      await read('data-order-id'),
    ];
    console.log(
      `outcome: ${outcome}\nbilling: ${billing}\norder_id: ${order}\nscreenshot: ${await screenshot(page, file)}`,
    );
    return !['unknown', 'not-sent', 'failed'].includes(outcome);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (opened !== undefined) {
      console.error(`screenshot: ${await screenshot(opened.page, file).catch(() => 'none could be taken')}`);
      console.error(withoutNoise(opened.console().join('\n')).slice(-4000));
    }
    console.error(vscode.log().slice(-4000));
    return false;
  } finally {
    await opened?.close();
  }
}

/** The form, unless the opener's notification says why there is none. */
async function openedForm(page: Page): Promise<FrameLocator> {
  const trouble = notification(page, 'The form could not be opened');
  let said = '';
  const watch = trouble.waitFor({ timeout: 60_000 }).then(
    async () => {
      said = (await trouble.textContent()) ?? '';
    },
    () => undefined,
  );
  const form = webview(page, 60_000);
  await Promise.race([watch, form]);
  if (said !== '') {
    form.catch(() => undefined);
    throw new Error(said);
  }
  return form;
}
