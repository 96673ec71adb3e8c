/** Longest text a cell shows. */
const most = 80;

/** Text of others inside a Markdown table: cut, on one line, and nothing in it is markup, an address or an entity. */
export function markdownCell(text: string): string {
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return short
    .replaceAll(/[\r\n\t]+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()#+!|<>~$&:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
