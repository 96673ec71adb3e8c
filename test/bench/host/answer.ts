import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import * as vscode from 'vscode';
import { commandIds } from '../../../src/contributions.ts';
import { openSending } from '../../../src/ui/sending/sendingPorts.ts';
import { benchEnvironment } from '../environment.ts';
import { rawCall } from './calls.ts';
import { useEnvironment } from './form.ts';
import { idle } from './idle.ts';
import type { Jobs } from './protocol.ts';

type Services = Awaited<ReturnType<typeof useEnvironment>>;

const agent = new Agent();
const pageOfFloor = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">
<section role="region"></section>
<script>
  addEventListener('message', ({ data }) => {
    const region = document.querySelector('section');
    region.textContent = data.slice(0, 5000);
    region.dataset.outcome = 'floor';
  });
</script>`;

/** The least an answer in a new tab can be: one request over plain undici, and a webview that shows the beginning of its text. */
async function floor(services: Services, body: string): Promise<void> {
  const panel = vscode.window.createWebviewPanel(
    'bench.floor',
    'Floor',
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true },
  );
  panel.webview.html = pageOfFloor;
  const answer = await rawCall(agent, openSending(services), body);
  await panel.webview.postMessage(answer);
}

/** A request file of its own in the editor, nothing else open, and the host at rest. */
async function openFile(body: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'rc.verify.json');
  writeFileSync(file, `{"operation":"rc-advanced","body":${body}}`);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  await idle();
}

/** Sends a request file, or the same without us, and says when, in ms since the epoch; its answer comes in a new tab. */
export async function startAnswer({
  kind,
  body,
}: Jobs['answer']['params']): Promise<{ readonly startedAt: number }> {
  const services = await useEnvironment(benchEnvironment);
  const failed = (error: unknown): void => console.error('bench answer', error);
  await openFile(body);
  const startedAt = performance.timeOrigin + performance.now();
  if (kind === 'floor') floor(services, body).catch(failed);
  else vscode.commands.executeCommand(commandIds.sendRequestFile).then(undefined, failed);
  return { startedAt };
}
