// Builds dist/. `--production`: minified, no source maps, sizes printed and held against the budget, the notices of what is
// in it of others written, and every listed entry point must exist; with `--report` also what each bundle is made of. `--watch`: rebuilds on change. The host is several bundles so that activation reads one small file, and what is shown is read right after it; the others are
// required on first use.
import { existsSync, rmSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { writeInAscii } from './test/support/bundles/ascii.mjs';
import { ownBuiltins, privateSettings } from './test/support/bundles/builtins.mjs';
import { unusedScales } from './test/support/bundles/chart.mjs';
import { writeCodicons } from './test/support/bundles/codicons.mjs';
import {
  dispatchOnly,
  oneParser,
  privateDispatcher,
  unreachedParts,
} from './test/support/bundles/undici.mjs';
import { overBudget, report, sizes } from './test/support/bundles/weights.mjs';
import { visibleApi, visiblePages } from './test/support/gates.mjs';
import { writeNotices } from './test/support/notices/write.ts';

const root = dirname(fileURLToPath(import.meta.url));
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** Host bundles by name: dist/<name>.js. A dynamic import of one of these files becomes a lazy require of its bundle. */
const hostEntries = {
  extension: 'src/extension.ts',
  window: 'src/window.ts',
  runtime: 'src/runtime.ts',
  client: 'src/client/client.ts',
  ledger: 'src/ledger/ledger.ts',
  schema: 'src/ledger/schema/schema.ts',
  sandbox: 'src/sandbox/embedded.ts',
  snippets: 'src/snippets/snippets.ts',
  imports: 'src/imports/imports.ts',
  batch: 'src/tables/batch.ts',
  shapes: 'src/shapes/export/exports.ts',
};
const pageEntries = {
  controls: 'webview/controls.ts',
  webview: 'webview/main.ts',
  usage: 'webview/usage/main.ts',
  orders: 'webview/orders/main.ts',
  review: 'webview/review/main.ts',
};
const styleEntries = {
  webview: 'webview/main.css',
  usage: 'webview/usage/main.css',
  orders: 'webview/orders/main.css',
  review: 'webview/review/main.css',
};

function present(entries) {
  const missing = Object.values(entries).filter((file) => !existsSync(resolve(root, file)));
  if (missing.length > 0) {
    const sentence = `Entry points that do not exist: ${missing.join(', ')}.`;
    if (production) fail(`${sentence} Write them or take them off the list in esbuild.mjs.`);
    console.warn(sentence);
  }
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => !missing.includes(file)));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** `import('./client/client.ts')` becomes a plain `require('./client.js')`: VS Code's patched require stays in charge. */
const lazyBundles = {
  name: 'lazy-bundles',
  setup(build) {
    const bundles = new Map(Object.entries(hostEntries).map(([name, file]) => [resolve(root, file), name]));
    build.onResolve({ filter: /.*/ }, ({ kind, path, resolveDir, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = bundles.get(resolve(resolveDir, path));
      if (name !== undefined) return { path: `./${name}.js`, external: true };
      const text =
        `${relative(root, importer)} imports "${path}" dynamically, but only an entry point of esbuild.mjs can be ` +
        'loaded on first use: import it statically, or add it to hostEntries.';
      return { errors: [{ text }] };
    });
  },
};

const shared = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  minify: production,
  sourcemap: !production,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** What leaves out of libraries what we never reach. */
const lean = [privateDispatcher, dispatchOnly(root), unreachedParts, oneParser];

const host = {
  ...shared,
  entryPoints: present(hostEntries),
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  external: ['vscode'],
  // undici's own switch, as Node itself builds it: without its second, experimental HTTP parser.
  define: { esbuildDetection: 'true' },
  // A package's ES modules where it has both: jsonc-parser's CommonJS form hides its requires from the bundler.
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  plugins: [visibleApi, ownBuiltins, privateSettings, lazyBundles, ...lean],
};

const page = {
  ...shared,
  entryPoints: present(pageEntries),
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'webview/tsconfig.json',
  plugins: [visiblePages, unusedScales],
};

const styles = {
  ...shared,
  entryPoints: present(styleEntries),
  platform: 'browser',
  target: 'es2022',
  external: ['*.ttf'],
};

const builds = [host, page, styles].filter((options) => Object.keys(options.entryPoints).length > 0);

/** The bundles that every window reads must stay free of libraries, or every window pays for them. */
function checkEntriesAreSmall(metafile) {
  for (const entry of ['dist/extension.js', 'dist/window.js']) {
    const inputs = Object.keys(metafile.outputs[entry]?.inputs ?? {});
    const libraries = inputs.filter((input) => input.startsWith('node_modules/'));
    if (libraries.length > 0) {
      fail(
        `${entry} is read at every activation and must not contain libraries, but it contains ${libraries[0]}: ` +
          'reach that code through a dynamic import of src/runtime.ts.',
      );
    }
  }
}

if (watch) {
  writeCodicons();
  for (const options of builds) await (await esbuild.context({ ...options, logLevel: 'info' })).watch();
} else {
  rmSync(resolve(root, 'dist'), { recursive: true, force: true });
  let results;
  try {
    results = await Promise.all(builds.map((options) => esbuild.build(options)));
  } catch {
    process.exit(1);
  }
  writeCodicons();
  for (const { metafile } of results) checkEntriesAreSmall(metafile);
  if (production) {
    try {
      writeNotices(
        root,
        results.map(({ metafile }) => metafile),
      );
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
    const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
    try {
      writeInAscii(Object.keys(outputs));
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
    const files = [...Object.keys(outputs), 'dist/codicons/codicon.css', 'dist/codicons/codicon.ttf'];
    console.log(sizes(files));
    if (process.argv.includes('--report')) console.log(report(outputs));
    const over = overBudget(files);
    if (over.length > 0)
      fail(
        `${over.join('\n')}\nSee why with "node esbuild.mjs --production --report"; budget: test/support/bundles/budget.json.`,
      );
  }
}
