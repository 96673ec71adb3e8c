import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeIdentity } from './certificates.ts';
import { rawServer } from './servers.ts';

const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const { cert, key } = makeIdentity({ hosts: ['127.0.0.1'], issuer: authority });
const moduleOf = (name: string): string =>
  JSON.stringify(new URL(`../../../src/client/${name}.ts`, import.meta.url).href);

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`a call that is cut at the moment it is secure does not end the process: ${version}`, async (t) => {
    const server = await rawServer(t, () => {}, { cert, key, minVersion: version, maxVersion: version });
    // A process of its own: where this fails, Node dies of it.
    const program = `
      import { contextOf } from ${moduleOf('identity')};
      import { openRoute } from ${moduleOf('route')};
      const origin = ${JSON.stringify(server.url)};
      const route = openRoute(new URL(origin), { kind: 'direct' }, contextOf(false, [${JSON.stringify(authority.cert)}]));
      const ends = Promise.withResolvers();
      route.dispatcher.dispatch({ origin, path: '/', method: 'POST', reset: true }, {
        onRequestStart: () => route.cut(),
        onResponseStart: () => {},
        onResponseData: () => {},
        onResponseEnd: () => {},
        onResponseError: (_controller, error) => ends.resolve(error.code),
      });
      console.log(await ends.promise);
      route.dispose();
    `;
    const args = ['--input-type=module', '--no-warnings', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    assert.equal(stdout, 'UND_ERR_SOCKET\n');
  });
}
