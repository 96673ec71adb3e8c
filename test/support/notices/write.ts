import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill.ts';
import { collectParts, type Metafile, type Supplied } from './collect.ts';
import { noticesOf } from './notices.ts';

/** Where the production build leaves the notices, from the root; not in git. */
const noticesFile = 'ThirdPartyNotices.txt';

/** Where it leaves the bill of materials; not in git, nor in the package. */
const billFile = 'out/bill-of-materials.cdx.json';

/** Writes the notices and the bill of materials of what was just built; throws the sentences that the build fails with. */
export function writeNotices(root: string, metafiles: readonly Metafile[]): void {
  const supplied: Supplied = JSON.parse(readFileSync(join(import.meta.dirname, 'supplied.json'), 'utf8'));
  const shipped = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  const parts = collectParts(root, metafiles, shipped, supplied);
  const words: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
  writeFileSync(join(root, noticesFile), noticesOf(words['extension.displayName'] ?? '', parts));
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  mkdirSync(join(root, 'out'), { recursive: true });
  const product = { name: name ?? '', version: version ?? '', licence: license ?? '' };
  writeFileSync(join(root, billFile), billOfMaterials(product, parts));
}
