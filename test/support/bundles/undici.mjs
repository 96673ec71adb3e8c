import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);

/** undici keeps its default dispatcher on globalThis, where every extension's fetch would find it. Ours stays private. */
export const privateDispatcher = {
  name: 'private-dispatcher',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]global\.js$/ }, () => ({
      loader: 'js',
      contents: `'use strict'
let dispatcher
module.exports = {
  setGlobalDispatcher (agent) { dispatcher = agent },
  getGlobalDispatcher () { return dispatcher },
  installedExports: []
}`,
    }));
  },
};

/**
 * Of undici only what src/client dispatches with: its index also brings fetch, WebSocket, mocks and caches, two fifths of
 * a megabyte. A name that is missing here fails the build. The paths are private: undici is pinned, and tests call
 * through the bundle.
 *
 * @param root the folder that undici is found from
 */
export const dispatchOnly = (root) => ({
  name: 'undici-dispatch-only',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'dispatch-only' }));
    build.onLoad({ filter: /.*/, namespace: 'dispatch-only' }, () => ({
      resolveDir: root,
      contents: `export { default as Client } from 'undici/lib/dispatcher/client.js';`,
    }));
  },
});

/**
 * What src/client never reaches: HTTP/2 (`allowH2: false`) and forms as bodies (ours
 * are bytes). Reached all the same, each throws and says so: nothing is sent another way.
 */
const unreached = {
  'dispatcher/client-h2.js': 'HTTP/2',
  'web/fetch/body.js': 'A form as a body',
  'web/fetch/formdata.js': 'A form as a body',
  'web/webidl/index.js': 'A form as a body',
};

export const unreachedParts = {
  name: 'undici-unreached-parts',
  setup(build) {
    for (const [file, what] of Object.entries(unreached)) {
      const sentence = JSON.stringify(`${what} is not part of this build of undici.`);
      const path = file.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.');
      build.onLoad({ filter: new RegExp(`[\\\\/]undici[\\\\/]lib[\\\\/]${path}$`) }, () => ({
        loader: 'js',
        contents: `'use strict'
const absent = () => { throw new Error(${sentence}) }
module.exports = new Proxy(function () {}, { get: absent, apply: absent, construct: absent })`,
      }));
    }
  },
};

/**
 * undici's HTTP parser is there twice, with and without vector instructions, as base64. For answers of one call after the
 * other the plain one does, on every processor; it travels compressed, and is opened with the first connection. Of the tables
 * beside it the dispatcher reads two.
 */
export const oneParser = {
  name: 'undici-one-parser',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      loader: 'js',
      contents: `module.exports = require('./llhttp-wasm.js')`,
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]constants\.js$/ }, ({ path }) => {
      const { ERROR, TYPE } = require(path);
      return { loader: 'js', contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })}` };
    });
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, ({ path }) => {
      const wasm = require(path);
      const packed = brotliCompressSync(wasm, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
      });
      return {
        loader: 'js',
        contents: `'use strict'
module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${packed.toString('base64')}', 'base64'))`,
      };
    });
  },
};
