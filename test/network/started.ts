import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Running, start } from '../support/processes.ts';
import { closedPort } from '../unit/client/servers.ts';
import { type ProgramName, programOf } from './programs.ts';

export interface Started {
  readonly port: number;
  readonly running: Running;
}

/** What a program is started with: its files by name, and its arguments, which may name them. */
export interface Plan {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Runs one of the programs until the test ends, in a folder of its own in which it may write as whoever it becomes.
 * @param planned given that folder and a free port of 127.0.0.1
 */
export async function started(
  t: TestContext,
  name: ProgramName,
  planned: (folder: string, port: number) => Plan,
): Promise<Started> {
  const { file } = programOf(name);
  if (file === null) throw new Error(`${name} is not here`);
  const folder = mkdtempSync(join(tmpdir(), `network-${name}-`));
  chmodSync(folder, 0o777);
  const port = await closedPort();
  const { files, args } = planned(folder, port);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  }
  const running = start(file, args, { cwd: folder });
  t.after(async () => {
    running.process.kill('SIGCONT');
    running.process.kill('SIGKILL');
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const until = Date.now() + 20_000; !(await accepts(port)); ) {
    if (running.process.exitCode !== null || Date.now() > until)
      throw new Error(`${name} does not listen:\n${running.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return { port, running };
}
