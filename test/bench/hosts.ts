import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import type { Page } from 'playwright-core';
import { type OpenedPage, openPage } from '../support/browser.ts';
import { ensureFolder, outFolder, root } from '../support/paths.ts';
import { until } from '../support/processes.ts';
import { startTestServer, type VSCode, withoutNoise } from '../support/servers.ts';
import type { JobName, Jobs } from './host/protocol.ts';

const folder = join(outFolder, 'bench');
const control = join(folder, 'control.json');

async function bundleHost(): Promise<string> {
  ensureFolder(folder);
  const outfile = join(folder, 'index.js');
  await build({
    entryPoints: [join(root, 'test/bench/host/index.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: ['vscode'],
    logLevel: 'warning',
  });
  await stop();
  return outfile;
}

/** An extension host that was just started, and the page it belongs to. */
export interface FreshHost {
  readonly page: Page;
  job<J extends JobName>(name: J, params: Jobs[J]['params']): Promise<Jobs[J]['result']>;
}

export interface Hosts {
  /** Starts a host, lets `use` work with it, and ends it. */
  fresh<T>(use: (host: FreshHost) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One VS Code server whose every page is a fresh extension host with the extension and the bench's bundle in it. */
export async function startHosts(
  extension: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Hosts> {
  const vscode = await startTestServer({ development: [extension], tests: await bundleHost(), settings });
  return { fresh: (use) => withFreshHost(vscode, use), close: () => vscode.close() };
}

async function withFreshHost<T>(vscode: VSCode, use: (host: FreshHost) => Promise<T>): Promise<T> {
  rmSync(control, { force: true });
  let opened: OpenedPage | undefined;
  try {
    opened = await openPage(vscode, { optimizes: true });
    const { page } = opened;
    const port = await until(
      () => (existsSync(control) ? portIn(readFileSync(control, 'utf8')) : undefined),
      () =>
        `The bench's bundle did not start in the extension host within 60 s:\n${vscode.log().slice(-4000)}`,
      60_000,
    );
    const host: FreshHost = { page, job: (name, params) => ask(port, name, params) };
    const result = await use(host);
    await host.job('end', null);
    return result;
  } catch (error) {
    if (opened !== undefined) console.error(withoutNoise(opened.console().join('\n')).slice(-2000));
    throw error;
  } finally {
    await opened?.close();
  }
}

function portIn(text: string): number {
  const address: { port: number } = JSON.parse(text);
  return address.port;
}

async function ask<J extends JobName>(
  port: number,
  job: J,
  params: Jobs[J]['params'],
): Promise<Jobs[J]['result']> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: JSON.stringify({ job, params }),
  });
  const answer: { result: Jobs[J]['result']; error?: string } = JSON.parse(await response.text());
  if (!response.ok) throw new Error(`The job ${job} failed in the extension host: ${answer.error}`);
  return answer.result;
}
