import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from '../../support/package.ts';
import { root } from '../../support/paths.ts';
import type { Row } from '../table.ts';

/** Size of the VSIX and of each bundle in it; a production build must be in dist. */
export function measureSizes(folder: string): readonly Row[] {
  const vsix = pack(root, join(folder, 'bench.vsix'));
  const rows: Row[] = [
    { what: 'VSIX', unit: 'kB', values: [statSync(vsix).size / 1000], aim: 500, toBeat: 1000 },
  ];
  for (const file of globSync('dist/*.{js,css}', { cwd: root }).sort()) {
    const bytes = readFileSync(join(root, file));
    rows.push({ what: file, unit: 'kB', values: [bytes.length / 1000] });
    rows.push({ what: '  gzip', unit: 'kB', values: [gzipSync(bytes, { level: 9 }).length / 1000] });
  }
  return rows;
}
