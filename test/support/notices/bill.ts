import type { Part } from './licences.ts';

/** What the bill is of; the licence by its SPDX name. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Versions of works inside a package are told by the package alone: `(as in undici 8.12.4)`. */
const inside = /^\(as in (?<name>.+) (?<version>\S+)\)$/;

/** CycloneDX has names for single licences, and expressions for choices among several. */
function licences(licence: string): readonly object[] {
  return /\s/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Names of packages hold no blanks; parts of one that are copied are named in words. */
function component({ name, version, licence }: Part): object {
  const home = inside.exec(version)?.groups;
  if (home !== undefined) {
    const { name: of = '', version: at = '' } = home;
    const properties = [{ name: 'in', value: purl(of, at) }];
    return { type: 'library', name, licenses: licences(licence), properties };
  }
  const isPackage = !/\s/.test(name);
  const known = isPackage ? { 'bom-ref': purl(name, version), purl: purl(name, version) } : {};
  return { type: isPackage ? 'library' : 'file', name, version, licenses: licences(licence), ...known };
}

/**
 * Everything of others in what is shipped, as CycloneDX 1.6 in JSON, sorted. It holds neither a time nor a number drawn by
 * lot, so that the same build has the same bill.
 */
export function billOfMaterials({ name, version, licence }: Product, parts: readonly Part[]): string {
  const key = (part: Part): string => `${part.name} ${part.version}`;
  const sorted = [...parts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: licences(licence) } },
    components: sorted.map(component),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
