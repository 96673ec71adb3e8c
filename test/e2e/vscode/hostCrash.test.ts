import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import { openContainer, screenshot, treeItem, webview } from '../../support/workbench.ts';
import { answerWith, container, field, openForm, pageOf, sendButton } from './form.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());

const rc = 'RC Details Advanced';
const plate = 'Registration number';

/** Of the extension host; VS Code starts it anew. */
async function crash(): Promise<void> {
  const hosts = session.extensionHosts();
  const host = hosts.at(-1);
  assert.ok(host !== undefined);
  process.kill(host, 'SIGKILL');
  await until(
    () => (session.extensionHosts().length > hosts.length ? true : undefined),
    () => 'VS Code starts no extension host anew.',
    60_000,
  );
}

session.scenario(
  'after a crash of the extension host a page says so, and its operation opens a form with what was typed',
  async (page) => {
    const form = await openForm(page, rc);
    await field(form, plate).fill('XX00AB1234');
    // What is typed is saved a moment later.
    await page.waitForTimeout(2000);
    await crash();
    await field(form, plate).fill('XX00AB12345');
    await (await webview(page)).getByRole('alert').getByText('lost its connection').waitFor();
    await screenshot(page, join(outFolder, 'e2e', 'host-crash.png'));
    await reads(field(form, plate), 'XX00AB12345');

    await openContainer(page, container);
    await treeItem(page, new RegExp(`^${rc}\\.`)).click();
    const next = await pageOf(page, rc);
    await reads(field(next, plate), 'XX00AB1234');
    assert.equal(await page.getByRole('tab', { name: rc }).count(), 1);
    await field(next, plate).fill('XX00NR0422');
    await sendButton(next).click();
    await answerWith(next, 'NO_RECORD_FOUND');
  },
);

session.scenario(
  'where its tab is closed by hand after a crash, what was typed is there, too',
  async (page) => {
    const form = await openForm(page, rc);
    await field(form, plate).fill('XX00AB5678');
    // What is typed is saved a moment later.
    await page.waitForTimeout(2000);
    await crash();
    const tab = page.getByRole('tab', { name: rc });
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    const next = await openForm(page, rc);
    await reads(field(next, plate), 'XX00AB5678');
    await next.getByText('What was typed in a closed form is back.').waitFor();
  },
);
