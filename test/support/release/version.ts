/**
 * Whether this version is a pre-release by VS Code's convention: it offers odd minor versions to those who asked for
 * pre-releases, even ones to all. The gallery knows numbers alone.
 *
 * @throws a sentence where it is no `major.minor.patch`
 */
export function isPreRelease(version: string): boolean {
  const minor = /^\d+\.(\d+)\.\d+$/.exec(version)?.[1];
  if (minor === undefined)
    throw new Error(
      `The version in package.json is "${version}", and galleries take three numbers alone, as in 1.2.3: correct it.`,
    );
  return Number(minor) % 2 === 1;
}
