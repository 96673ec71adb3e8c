interface Section {
  readonly name: string;
  /** Offsets of the whole section in the text, its heading included. */
  readonly from: number;
  readonly to: number;
  readonly hasEntries: boolean;
}

function sectionsOf(text: string): readonly Section[] {
  const headings = [...text.matchAll(/^## +\[?([^\]\n]+?)\]?(?: +- .*)?$/gm)];
  return headings.map((heading, at) => {
    const to = headings[at + 1]?.index ?? text.length;
    const name = heading[1] ?? '';
    return { name, from: heading.index, to, hasEntries: /^[-*] \S/m.test(text.slice(heading.index, to)) };
  });
}

/**
 * The changelog as it is released: what stands under [Unreleased] is this version's, of this day. One that has been dated
 * already stays as it is.
 *
 * @param version `major.minor.patch`
 * @param at milliseconds since 1970; the day is that of UTC
 * @throws a sentence where nothing stands there to release, or where it is not clear which version it belongs to
 */
export function datedChangelog(text: string, version: string, at: number): string {
  const sections = sectionsOf(text);
  const open = sections.find(({ name }) => name.toLowerCase() === 'unreleased');
  const dated = sections.find(({ name }) => name === version);
  if (dated !== undefined && open?.hasEntries === true)
    throw new Error(
      `CHANGELOG.md has entries under [Unreleased] and a section [${version}]: raise the version in package.json, or move ` +
        'the entries.',
    );
  if (dated !== undefined) {
    if (!dated.hasEntries)
      throw new Error(`CHANGELOG.md says nothing under [${version}]: write what is new.`);
    return open === undefined ? text : text.slice(0, open.from) + text.slice(open.to);
  }
  if (open?.hasEntries !== true)
    throw new Error(
      `CHANGELOG.md has no entry under "## [Unreleased]" to release as ${version}: write what is new there.`,
    );
  const day = new Date(at).toISOString().slice(0, 10);
  return text.slice(0, open.from) + text.slice(open.from).replace(/^.*$/m, `## [${version}] - ${day}`);
}
