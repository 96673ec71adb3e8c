import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { makeIdentity } from './certificates.ts';
import {
  call,
  listen,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
  transport,
} from './servers.ts';

/*
 * A relay between us and the service, or the proxy, that does its harm after so many bytes. Whatever it does: a call arrives once
 * at most, is never told "not sent" when it arrived, and what is told as an answer is the whole one.
 * RELAY_STEP=1 does it at every byte (23,000 calls, minutes); without it at a sample of each way.
 */
const wanted = Number(process.env.RELAY_STEP ?? 0);
const options = { timeout: 600_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const { cert, key } = makeIdentity({ hosts: ['127.0.0.1', 'api.service.example'], issuer: authority });

const harms = {
  close: (client: Socket) => void client.destroy(),
  reset: (client: Socket) => void client.resetAndDestroy(),
  /** Nothing comes any more. */
  stall: (client: Socket) => void client.pause(),
} as const;
type Harm = keyof typeof harms | 'corrupt';

interface Relay {
  readonly port: number;
  /** Bytes that passed in the last call, in the direction looked at. */
  passed: number;
  harm: { readonly kind: Harm; readonly from: 'client' | 'service'; readonly after: number } | null;
}

/** Passes on what comes until `after` bytes of one direction have passed; then does its harm. */
async function aRelay(t: TestContext, port: number, direction: 'client' | 'service'): Promise<Relay> {
  const relay: Relay = { port: 0, passed: 0, harm: null };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let harmed = false;
    const pass = (from: 'client' | 'service', to: Socket, bytes: Buffer): void => {
      const { harm } = relay;
      if (from === direction) relay.passed += bytes.length;
      if (harmed) return;
      if (harm === null || harm.from !== from || relay.passed <= harm.after) {
        to.write(bytes);
        return;
      }
      const at = bytes.length - (relay.passed - harm.after);
      harmed = true;
      if (harm.kind === 'corrupt') {
        bytes[at] = (bytes[at] ?? 0) ^ 0x55;
        harmed = false;
        relay.harm = null;
        to.write(bytes);
        return;
      }
      const { kind } = harm;
      to.write(bytes.subarray(0, at), () => setTimeout(() => harms[kind](client), 2));
    };
    client.on('error', () => {});
    upstream.on('error', () => {});
    client.on('data', (bytes: Buffer) => pass('client', upstream, bytes));
    upstream.on('data', (bytes: Buffer) => pass('service', client, bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => harmed || client.destroy());
  });
  return Object.assign(relay, { port: await listen(t, server) });
}

const body = '{"order_id":"ORD-1","charged":true}';
const answers = {
  'with a length': response(body),
  'in chunks': Buffer.from(
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ),
} as const;

interface Way {
  readonly name: string;
  readonly tls: boolean;
  readonly proxied: boolean;
  readonly answer: keyof typeof answers;
}

const ways: readonly Way[] = [
  { name: 'in clear', tls: false, proxied: false, answer: 'with a length' },
  { name: 'in clear, after 100 Continue', tls: false, proxied: false, answer: 'in chunks' },
  { name: 'over TLS', tls: true, proxied: false, answer: 'in chunks' },
  { name: 'over TLS, through a proxy', tls: true, proxied: true, answer: 'with a length' },
];

for (const { name, tls, proxied, answer } of ways) {
  for (const from of ['client', 'service'] as const) {
    test(`a relay that harms what comes from the ${from}: ${name}`, options, async (t) => {
      const server = await rawServer(t, says(answers[answer]), tls ? { cert, key } : undefined);
      const servicePort = Number(new URL(server.url).port);
      const proxy = proxied ? await proxyServer(t, '200 OK', servicePort) : null;
      const relay = await aRelay(t, proxy?.port ?? servicePort, from);
      const settings: ClientSettings = {
        ...plainSettings,
        extraCertificates: [authority.cert],
        proxy: proxied
          ? { ...plainSettings.proxy, support: 'on', url: `http://127.0.0.1:${relay.port}` }
          : plainSettings.proxy,
      };
      const client = transport(t, { settings: () => settings });
      const scheme = tls ? 'https' : 'http';
      const url = proxied ? `${scheme}://api.service.example/x` : `${scheme}://127.0.0.1:${relay.port}/x`;

      let calls = 0;
      const toldUnsent = new Set<string>();
      const tried = async (harm: Relay['harm']): Promise<string> => {
        // What an earlier call left behind may arrive during this one: each is told by its path, or, should a byte
        // of that be harmed, by its body.
        calls += 1;
        const marked = Buffer.from(JSON.stringify({ call: calls }));
        const own = `${new URL(url).pathname}/${calls}`;
        relay.passed = 0;
        relay.harm = harm;
        // A changed length makes us wait for what never comes.
        const waits = harm?.kind === 'stall' || harm?.kind === 'corrupt';
        const limits = waits ? { deadlineMs: 80, connectTimeoutMs: 80 } : {};
        const exchange = await client.send(call(`${url}/${calls}`, { ...limits, body: marked }), never);
        // What the relay still holds may arrive after the call was given up.
        await new Promise((resolve) => setTimeout(resolve, harm?.kind === 'stall' ? 5 : 1));
        const arrived = server.requests.filter(
          (request) => request.head.split(' ')[1] === own || marked.equals(request.body),
        ).length;
        const where = JSON.stringify({ harm, exchange });
        assert.ok(arrived <= 1, `it arrived ${arrived} times: ${where}`);
        if (exchange.kind === 'answered') {
          assert.equal(arrived, 1, where);
          // In clear nobody can tell that a byte was changed.
          if (harm?.kind !== 'corrupt' || tls)
            assert.equal(Buffer.from(exchange.body).toString(), body, where);
          return 'answered';
        }
        if (arrived === 1) assert.equal(exchange.sent, 'maybe', where);
        if (exchange.sent === 'no') assert.equal(arrived, 0, where);
        if (exchange.sent === 'no') toldUnsent.add(own);
        return exchange.sent;
      };

      assert.equal(await tried(null), 'answered');
      const all = relay.passed;
      const step = wanted > 0 ? wanted : Math.ceil(all / 16);
      const told = new Map<string, number>();
      let count = 0;
      for (const [turn, kind] of (['close', 'reset', 'corrupt', 'stall'] as const).entries()) {
        // These may wait for their deadline.
        const stride = kind === 'stall' || kind === 'corrupt' ? step * 6 : step;
        for (let after = turn % stride; after < all; after += stride) {
          const result = await tried({ kind, from, after });
          told.set(result, (told.get(result) ?? 0) + 1);
          count += 1;
        }
      }
      t.diagnostic(`${count} calls: ${JSON.stringify(Object.fromEntries(told))}`);
      const late = server.requests.filter(({ head }) => toldUnsent.has(head.split(' ')[1] ?? ''));
      assert.deepEqual(late, [], 'what was told as not sent did not arrive later, either');
      assert.ok((told.get('maybe') ?? 0) > 0, 'some were harmed after they had left');
    });
  }
}
