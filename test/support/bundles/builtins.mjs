import { readFileSync } from 'node:fs';

const imports = /^import \{([^}]*)\} from '(node:[\w/]+)';$/gm;

/** Values that a source file takes from a module of Node, as they are called there. */
function wantedBy(path, module) {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(imports)]
    .filter(([, , from]) => from === module)
    .flatMap(([, names]) => names.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('type '));
}

/**
 * All extensions of a VS Code share the modules of Node, and any may put another function in a function's place. What esbuild makes of an
 * import is read at each use; so each function of Node that our sources import is read once, as the bundle loads, and kept: from then on
 * it is ours, whoever changes what (SECURITY.md, "What is not defended").
 */
export const ownBuiltins = {
  name: 'own-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind, importer, namespace }) => {
      if (kind !== 'import-statement' || namespace !== 'file' || !/[\\/]src[\\/].+\.ts$/.test(importer))
        return undefined;
      // What is imported for its types alone does not come here.
      return { path: `${path}?${importer}?`, namespace: 'own-builtins' };
    });
    build.onLoad({ filter: /.*/, namespace: 'own-builtins' }, ({ path }) => {
      const [module = '', importer = ''] = path.split('?');
      const names = wantedBy(importer, module);
      return {
        loader: 'js',
        contents: `export const { ${[...new Set(names)].join(', ')} } = require('${module}');`,
      };
    });
  },
};

/**
 * zod keeps its settings and its registry on globalThis, one for all extensions that bring it: what another one set there would change
 * what ours reads, and ours would be theirs. Ours stay private.
 */
export const privateSettings = {
  name: 'private-settings',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](core|registries)\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('globalThis'))
        throw new Error(`${path} keeps nothing on globalThis any more: take this plugin out`);
      return {
        loader: 'js',
        contents: `const ownGlobals = {};\n${text.replaceAll('globalThis', 'ownGlobals')}`,
      };
    });
  },
};
