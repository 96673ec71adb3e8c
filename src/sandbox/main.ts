import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { describeSandbox } from './describe.ts';
import { type Sandbox, startSandbox } from './server.ts';

const usage = 'Usage: npm run sandbox -- [--port N]   (0 or absent: a free port)';

function readPort(args: readonly string[]): number | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', default: '0' } } });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    return port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

async function start(port: number): Promise<Sandbox> {
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  return startSandbox({ port, now: Date.now, newId: randomUUID, log });
}

async function main(): Promise<void> {
  const port = readPort(process.argv.slice(2));
  if (port === null) {
    console.error(`${usage}\nThe port is a number from 0 to 65535, and there are no other arguments.`);
    process.exitCode = 2;
    return;
  }
  const sandbox = await start(port);
  const stop = () => {
    console.log('Stopping the sandbox.');
    void sandbox.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  console.log(`${describeSandbox(sandbox.url)}\n\nCtrl+C stops it. One line follows for each request.`);
}

main().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    `The sandbox could not start: ${why}. Choose another port with --port, or none for a free one.`,
  );
  process.exitCode = 1;
});
