import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { outFolder } from '../../support/paths.ts';
import { reads } from '../../support/values.ts';
import { openFile, screenshot } from '../../support/workbench.ts';
import { field, pageOf } from './form.ts';
import { startSession } from './session.ts';

const session = await startSession(
  { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
  { workspaceTrust: true },
);
after(() => session.close());

session.scenario('a request file of an untrusted folder is read, and sent from a form only', async (page) => {
  const name = 'of-a-stranger.verify.json';
  const body = { rc_number: 'XX00NR0422' };
  writeFileSync(join(session.home.workspace, name), JSON.stringify({ operation: 'rc-advanced', body }));
  await openFile(page, name);
  const lenses = page.locator('.editor-instance .codelens-decoration');
  const open = lenses.locator('a').filter({ hasText: 'Open in form' });
  await open.waitFor();
  assert.deepEqual((await lenses.locator('a').allInnerTexts()).sort(), ['Open in form', 'Sandbox']);
  await screenshot(page, join(outFolder, 'e2e/requestFile/untrusted.png'));

  // The palette does not offer what the folder's trust forbids; the key says why.
  await page.locator('.editor-instance .view-lines').getByText('rc_number').click();
  await page.keyboard.press('Control+Enter');
  const refusal = page.locator('.notification-list-item').filter({ hasText: 'untrusted workspace' }).first();
  await refusal.getByRole('button', { name: 'Open in form' }).click();
  const frame = await pageOf(page, 'RC Details Advanced');
  await reads(field(frame, 'Registration number'), body.rc_number);
});
