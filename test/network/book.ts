import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { appendFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRequest, Exchange } from '../../src/calls/ports/ports.ts';
import { readExchange } from '../../src/calls/sending/exchange.ts';
import type { ClientSettings, ProxySettings, TransportOptions } from '../../src/client/settings.ts';
import { operationById } from '../../src/contract/operations.ts';
import { plain } from '../../src/contract/words.ts';
import { makeIdentity } from '../unit/client/certificates.ts';
import { call, never, plainSettings, type Seen, transport } from '../unit/client/servers.ts';

/**
 * Where a proxy finds a server of the test, which listens at 127.0.0.1, in words that we do not take for this computer itself,
 * for that is reached without a proxy: the host's name where it leads there, else the address that means "here".
 */
async function ownName(): Promise<string> {
  const own = hostname().toLowerCase();
  const found = await lookup(own, { all: true }).catch(() => []);
  const here = found.length > 0 && found.every(({ address }) => address === '127.0.0.1');
  return here && /^[a-z][a-z0-9-]*$/.test(own) && own !== 'localhost' ? own : '0.0.0.0';
}

export const serviceName = await ownName();
export const authority = makeIdentity({ hosts: ['Authority of a test'], authority: true });
export const identity = makeIdentity({ hosts: [serviceName, '127.0.0.1'], issuer: authority });

/** The address of a server of the test that is to be reached through a proxy. */
export function urlThere(url: string, path = '/api/v1/x'): string {
  const { protocol, port } = new URL(url);
  return `${protocol}//${serviceName}:${port}${path}`;
}

export const envelope =
  '{"status_code":200,"message_code":"success","charged":true,"order_id":"ORD-NETWORK-1","success":true,"data":{}}';

/** Settings that trust the test's authority, and name a proxy. */
export function proxied(url: string, changes: Partial<ProxySettings> = {}): ClientSettings {
  const proxy: ProxySettings = { ...plainSettings.proxy, support: 'on', url, ...changes };
  return { ...plainSettings, proxy, extraCertificates: [authority.cert] };
}

export const straight: ClientSettings = { ...plainSettings, extraCertificates: [authority.cert] };

/** What one call came to, ours beside the service's book. */
export interface Result {
  readonly exchange: Exchange;
  /** `answered`, else whether it was sent. */
  readonly told: 'answered' | 'no' | 'maybe';
  /** The sentence that its user reads; empty where it was answered. */
  readonly sentence: string;
  readonly arrived: number;
  readonly billing: string;
  readonly outcome: string;
}

export interface Trial {
  /** Counted by this name in what the run prints. */
  readonly through: string;
  readonly settings: ClientSettings;
  readonly url: string;
  readonly book: Pick<Seen, 'requests'>;
  readonly request?: Partial<CallRequest>;
  /** What VS Code says of the system's proxies. */
  readonly system?: TransportOptions['system'];
  /** Called once the call is on its way. */
  readonly meanwhile?: () => Promise<void>;
  /** Milliseconds for what somebody in between may still hand on. */
  readonly settle?: number;
}

function told(exchange: Exchange): Result['told'] {
  return exchange.kind === 'answered' ? 'answered' : exchange.sent;
}

/**
 * One call, and what holds of every call: it arrives once at most; what arrived is never told as not sent, nor as free unless
 * the service says so; no sentence holds a password.
 */
export async function tried(t: TestContext, trial: Trial): Promise<Result> {
  const { through, settings, url, book, request = {}, settle = 60 } = trial;
  const before = book.requests.length;
  const { system } = trial;
  const client = transport(t, { settings: () => settings, ...(system === undefined ? {} : { system }) });
  const sending = client.send(call(url, { deadlineMs: 15_000, connectTimeoutMs: 8_000, ...request }), never);
  await trial.meanwhile?.();
  const exchange = await sending;
  await sleep(settle);
  const arrived = book.requests.length - before;
  const { billing, outcome } = readExchange(operationById('rc-advanced'), exchange);
  const sentence = exchange.kind === 'failed' ? plain(exchange.what) : '';
  const where = JSON.stringify({ arrived, billing, outcome, exchange });
  assert.ok(arrived <= 1, `it arrived ${arrived} times: ${where}`);
  if (arrived === 1) {
    assert.notEqual(told(exchange), 'no', `it arrived and is told as not sent: ${where}`);
    assert.notEqual(outcome, 'not-sent', where);
    assert.notEqual(billing, 'free', `it arrived and is told as free: ${where}`);
  }
  assert.doesNotMatch(where, /secret|hidden/i, 'a password is shown');
  if (told(exchange) === 'no') assert.match(sentence, /Nothing was sent|nothing was sent/, where);
  count({ through, told: told(exchange), arrived, billing });
  return { exchange, told: told(exchange), sentence, arrived, billing, outcome };
}

/** One call as `npm run test:network` counts it. */
export interface Counted {
  readonly through: string;
  readonly told: Result['told'];
  readonly arrived: number;
  readonly billing: string;
}

function count(counted: Counted): void {
  const file = process.env.VERIFICATION_NETWORK_COUNTS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counted)}\n`);
}

/** The result in the few words that a test compares. */
export function brief({ told: how, arrived, billing }: Result): readonly [string, number, string] {
  return [how, arrived, billing];
}
