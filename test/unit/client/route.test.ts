import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openRoute, type Route } from '../../../src/client/route.ts';
import { rawServer, response, type Seen, says, until } from './servers.ts';

const options = { timeout: 60_000 };

function route(t: TestContext, url: string): Route {
  const made = openRoute(new URL(url), { kind: 'direct' }, null);
  t.after(() => made.dispose());
  return made;
}

const ask = ({ dispatcher }: Route, { url }: Pick<Seen, 'url'>) =>
  dispatcher.request({ origin: url, path: '/', method: 'POST', reset: true });

test('a route connects once: what would need a second connection fails', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const way = route(t, server.url);
  const first = await ask(way, server);
  assert.equal(await first.body.text(), '{}');
  await assert.rejects(ask(way, server), { code: 'ECONNRESET' });
  assert.equal(server.connections, 1);
});

test(
  'an answer may take its time, its head as its body: no timer of the library ends it',
  options,
  async (t) => {
    // The library's own timers tick twice a second.
    const says = async (socket: Socket, before: string, after: string): Promise<void> => {
      socket.write(before);
      await wait(1_200);
      socket.write(after);
    };
    const [head, body] = ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', '{}'];
    const parts = [
      ['', head + body],
      [head, body],
    ] as const;
    const came = parts.map(async ([before, after]) => {
      const server = await rawServer(t, (socket) => void says(socket, before, after));
      const answer = await ask(route(t, server.url), server);
      return answer.body.text();
    });
    assert.deepEqual(await Promise.all(came), ['{}', '{}']);
  },
);

test('a head may have 64 KB, and no byte more', options, async (t) => {
  const head = (size: number): string => {
    const name = 'X-Fill';
    return `HTTP/1.1 204 No\r\n${name}: ${'y'.repeat(size - name.length)}\r\n\r\n`;
  };
  const most = await rawServer(t, says(head(64 * 1_024 - 1)));
  assert.equal((await ask(route(t, most.url), most)).statusCode, 204);
  const more = await rawServer(t, says(head(64 * 1_024)));
  await assert.rejects(ask(route(t, more.url), more), { code: 'UND_ERR_HEADERS_OVERFLOW' });
});

test('a route that was cut connects to nobody any more', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const way = route(t, server.url);
  way.cut();
  await assert.rejects(ask(way, server), { code: 'ECONNRESET' });
  assert.equal(server.requests.length, 0);
});

test('a route that is cut or disposed of amid a call ends its connection', options, async (t) => {
  for (const end of ['cut', 'dispose'] as const) {
    let open = 0;
    const server = await rawServer(t, (socket) => {
      open += 1;
      socket.on('close', () => {
        open -= 1;
      });
    });
    const way = route(t, server.url);
    const asking = ask(way, server);
    const failing = assert.rejects(asking);
    await until(() => open === 1);
    way[end]();
    await failing;
    await until(() => open === 0);
    if (end === 'dispose') await assert.rejects(ask(way, server), { code: 'UND_ERR_DESTROYED' });
    assert.equal(way.broke(), null, 'nobody else broke it');
  }
});

test('what broke a connection is known', options, async (t) => {
  const server = await rawServer(t, (socket) => void socket.resetAndDestroy());
  const way = route(t, server.url);
  assert.equal(way.broke(), null);
  await assert.rejects(ask(way, server));
  assert.equal(Reflect.get(Object(way.broke()), 'code'), 'ECONNRESET');
});

test('a name is looked up as the route is told to', options, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const url = server.url.replace('127.0.0.1', 'api.service.example');
  const asked: string[] = [];
  const way = openRoute(new URL(url), { kind: 'direct' }, null, (name, _how, found) => {
    asked.push(name);
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  });
  t.after(() => way.dispose());
  const { body } = await ask(way, { url });
  assert.equal(await body.text(), '{}');
  assert.deepEqual(asked, ['api.service.example']);
});
