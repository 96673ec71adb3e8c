import { readFileSync } from 'node:fs';
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

const wholeApi = "import * as vscode from 'vscode';";

/**
 * For bundles of the host. The API comes from a module of its own as one object: for each file that takes `vscode` whole from what is
 * no ES module, esbuild writes a copy of it, a getter for each of its six hundred names; a hundred and fifty files made
 * that most of what activation took.
 */
export const visibleApi = {
  name: 'visible-api',
  setup(build) {
    const contents = `import { gated } from './src/ui/visible/gate.ts'; export const api = gated(require('vscode'));`;
    gate('visible-api', /^vscode$/, contents).setup(build);
    build.onLoad({ filter: /[\\/]src[\\/].+\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return text.includes(wholeApi)
        ? { contents: text.replace(wholeApi, "import { api as vscode } from 'vscode';"), loader: 'ts' }
        : undefined;
    });
  },
};

/** For bundles of pages. */
export const visiblePages = gate(
  'visible-pages',
  /^lit\/html\.js$/,
  `export * from 'lit/html.js'; export { html } from './webview/visible.ts';`,
);
