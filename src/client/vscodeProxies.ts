import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TransportOptions } from './settings.ts';

type System = NonNullable<TransportOptions['system']>;

/** VS Code packs its modules, or does not. */
const folders = ['node_modules.asar', 'node_modules'];

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}

/** What VS Code's module that resolves proxies offers; null where this VS Code has none. */
function moduleOf(appRoot: string): object | null {
  const load = createRequire(join(appRoot, 'package.json'));
  for (const folder of folders) {
    try {
      const found: unknown = load(join(appRoot, folder, '@vscode/proxy-agent'));
      if (typeof found === 'object' && found !== null) return found;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return null;
}

/**
 * Asks VS Code which proxy the operating system or a PAC script names, as its own requests do: on this computer its main
 * process knows, at a remote one it passes the question on where `http.useLocalProxyConfiguration` lets it. It only answers;
 * connecting stays ours. Not part of the documented API, so looked for with care.
 * @param appRoot VS Code's own folder, where it tells one
 * @param warn told what loading the module threw: calls leave all the same, by settings and variables
 * @returns undefined where this VS Code cannot be asked
 */
export function systemProxies(
  appRoot: string | undefined,
  warn: (error: unknown) => void,
): System | undefined {
  let found: object | null = null;
  try {
    found = appRoot === undefined ? null : moduleOf(appRoot);
  } catch (error) {
    warn(error);
  }
  const resolve: unknown = found === null ? undefined : Reflect.get(found, 'resolveProxyURL');
  if (typeof resolve !== 'function') return undefined;
  return async (url) => {
    const answer: unknown = await Reflect.apply(resolve, found, [url]);
    return typeof answer === 'string' && answer !== '' ? answer : null;
  };
}
