import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * A gate in the place of a module: what a person reads passes it, whoever writes it. `vscode` is src/ui/visible/gate.ts, lit's
 * templates are webview/visible.ts; these two alone reach the module itself.
 */
function gate(name, module, contents) {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: module }, ({ path, namespace, importer }) =>
        namespace === name ||
        importer.includes('node_modules') ||
        /[\\/]webview[\\/]visible\.ts$/.test(importer)
          ? undefined
          : { path, namespace: name },
      );
      build.onLoad({ filter: /.*/, namespace: name }, () => ({ resolveDir: root, contents }));
    },
  };
}

/** For bundles of the host. */
export const visibleApi = gate(
  'visible-api',
  /^vscode$/,
  `module.exports = require('./src/ui/visible/gate.ts').gated(require('vscode'));`,
);

/** For bundles of pages. */
export const visiblePages = gate(
  'visible-pages',
  /^lit\/html\.js$/,
  `export * from 'lit/html.js'; export { html } from './webview/visible.ts';`,
);
