import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { operations } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';

export const operationIds = operations.map((operation) => operation.id);

interface TestClock {
  now: number;
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  readonly log: readonly string[];
}

/** A sandbox of the test's own, closed when the test ends; time stands still unless the test moves it. */
export async function aSandbox(
  t: TestContext,
  latencyMs = 0,
  corrected: Pick<SandboxOptions, 'operation'> = {},
): Promise<TestSandbox> {
  const clock: TestClock = { now: Date.UTC(2026, 10, 21, 9, 0, 0) };
  const log: string[] = [];
  let ids = 0;
  const sandbox = await startSandbox({
    now: () => clock.now,
    newId: () => `id-${++ids}`,
    latencyMs,
    ...corrected,
    log: (line) => log.push(line),
  });
  t.after(() => sandbox.close());
  return { sandbox, clock, log };
}

export function pathOf(operation: OperationId): string {
  const found = operations.find((one) => one.id === operation);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  return found.path;
}

/** The body of a magic input. */
export function magic(id: string, operation: OperationId): Record<string, unknown> {
  const input = magicInputs.find((one) => one.id === id);
  if (input === undefined) throw new Error(`no magic input ${id}`);
  return input.body(operation);
}

export const ordinary: Readonly<Record<OperationId, Record<string, unknown>>> = {
  'rc-advanced': { rc_number: 'ZZ99ZZ9999' },
  'credit-report': { number: 'ZZZXZ9999Z', fetch_by: 'pan', mobile: '0000000000', name: 'NOBODY' },
  'aadhaar-pan-link': { aadhaar_number: '000000000000', pan_number: 'ZZZXZ9999Z' },
  'email-bulk': { emails: ['nobody@nowhere.example', 'no address'] },
};

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function send(
  { sandbox }: TestSandbox,
  operation: OperationId,
  body: unknown,
  key: string | null = 'sandbox-key-unlimited',
): Promise<TestAnswer> {
  const response = await fetch(sandbox.url + pathOf(operation), {
    method: 'POST',
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The body of an answer as an object; throws if it is none. */
export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`not an object: ${JSON.stringify(value)}`);
  }
  return Object.fromEntries(Object.entries(value));
}

export function json(answer: TestAnswer): Record<string, unknown> {
  return record(JSON.parse(answer.text));
}

export function resultOf(answer: TestAnswer): Record<string, unknown> {
  return record(record(json(answer).data).result);
}

/** Everything a raw socket receives until it closes, and the code of the error it closed with. */
export async function rawExchange(
  port: number,
  request: string,
): Promise<{ readonly text: string; readonly error: string | null }> {
  return new Promise((resolve) => {
    let text = '';
    let error: string | null = null;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      error = fault.code ?? fault.message;
    });
    socket.on('close', () => resolve({ text, error }));
  });
}

/** A POST as it stands on the wire. */
export function rawPost(
  port: number,
  operation: OperationId,
  body: unknown,
  host = `127.0.0.1:${port}`,
): string {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${pathOf(operation)} HTTP/1.1`,
    `Host: ${host}`,
    'Authorization: Bearer sandbox-key-unlimited',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
