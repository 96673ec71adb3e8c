import { join } from 'node:path';
import { after } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import {
  answerInput,
  modal,
  openContainer,
  pick,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import { container, field, sendButton } from './form.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

/** One key for each account: meters and cool-downs belong to address and key, whatever an environment is called. */
export const keys = {
  roomy: 'vx-GUARDKEY-4c1e77aa-b0d9-7e21',
  tight: 'vx-GUARDKEY-9d02b1c4-55aa-3b84',
  renamed: 'vx-GUARDKEY-01f6c8de-7710-c5d0',
};
export const [roomy, tight] = ['guard-live', 'guard-tight'];
const environmentsSetting = 'verificationExplorer.environments';

/** A 429 of the sandbox asks for seconds, long enough to be seen from another window. */
const retryAfter = 8;
export const service = await startLiveService(Object.values(keys), 'GUARDOWNER VON NIEMAND', { retryAfter });

function live(name: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { name, baseUrl: service.url, kind: 'live', ...more };
}

/** An environment told by its name alone, and one with an id, as *Add Environment…* writes it. */
export const named = {
  before: live('acme-prod', { budget: { day: { calls: 4 }, warnAt: 1 } }),
  after: live('Acme-prod', { budget: { day: { calls: 4 }, warnAt: 1 } }),
};
export const withId = {
  before: live('first-name', { id: 'guard-own-1', budget: { day: { calls: 1 } } }),
  after: live('second-name', { id: 'guard-own-1', budget: { day: { calls: 1 } } }),
};

export const session = await startSession({
  'verificationExplorer.confirmLiveCalls': 'oncePerSession',
  [environmentsSetting]: [
    live(roomy, { prices: { 'rc-advanced': '4.00', 'aadhaar-pan-link': '1.25' } }),
    live(tight, { prices: { 'rc-advanced': '4.00' }, budget: { day: { calls: 2 }, warnAt: 1 } }),
    named.before,
    withId.before,
  ],
}).catch(async (error: unknown) => {
  await service.close();
  throw error;
});
after(async () => {
  await session.close();
  await service.close();
});
export const { scenario } = session;

/** The call that waits while others are made leaves once there is room, at a moment that no test can tell. */
const waitingPair = '000000000006';

/** Calls that came, but for the one that waited. */
export const calls = (): number => service.received.filter(({ body }) => !body.includes(waitingPair)).length;

export const rc = 'RC Details Advanced';
export const aadhaarPan = 'Aadhaar PAN Link Check';
export const credit = 'Credit Report';
export const emails = 'Bulk Email Validation';

export const notice = (frame: FrameLocator): Locator =>
  frame.getByRole('region', { name: /^(Billing notice|What stands in the way)$/ });

/** What the one line of the billing notice says beside its headline. */
export const facts = (frame: FrameLocator): Locator => frame.locator('.notice-facts');

/** Waits until the form says that this stands in the way. */
export async function inTheWay(frame: FrameLocator, kind: string): Promise<Locator> {
  const line = notice(frame).locator(`[data-obstacle="${kind}"]`).first();
  await line.waitFor();
  return line;
}

export async function words(page: Page): Promise<string> {
  return (await (await modal(page)).innerText()).replaceAll('\u00a0', ' ');
}

export async function buttons(page: Page): Promise<string[]> {
  const texts = await (await modal(page)).getByRole('button').allInnerTexts();
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .sort();
}

export function picture(page: Page, name: string): Promise<string> {
  return screenshot(page, join(outFolder, 'e2e', `guard-${name}.png`));
}

export async function choose(page: Page, from: RegExp, environment: string): Promise<void> {
  await openContainer(page, container);
  await statusBarItem(page, from).click();
  await pick(page, environment);
  await statusBarItem(page, `live: ${environment}`).waitFor();
}

export async function setKey(page: Page, environment: string, key: string): Promise<void> {
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${environment}`, key);
}

/** Puts other entries in the place of environments, by name. */
export function changeEnvironments(
  change: (entry: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  return session.changeSettings((settings) => {
    const entries = settings[environmentsSetting];
    if (!Array.isArray(entries)) throw new Error('The settings hold no environments.');
    return { ...settings, [environmentsSetting]: entries.map(change) };
  });
}

export async function sendRc(frame: FrameLocator, registration: string): Promise<void> {
  await field(frame, 'Registration number').fill(registration);
  await sendButton(frame).click();
}

/** Sends a body as it is typed in the JSON editor. */
export async function sendJson(frame: FrameLocator, body: unknown): Promise<void> {
  await frame.getByRole('tab', { name: 'JSON', exact: true }).click();
  await frame.getByRole('textbox', { name: 'JSON body' }).fill(JSON.stringify(body));
  await sendButton(frame).click();
}

export function creditBody(number: string): unknown {
  return { number, fetch_by: 'pan', mobile: '0000000000', name: 'INVENTED PERSON' };
}
