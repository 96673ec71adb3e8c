/**
 * Decimal rupees as they are read in India: two places at least, no place lost, digits grouped by three and then by two.
 * @param decimal plain decimal notation, e.g. `-1234567.5` → `-12,34,567.50`
 */
export function rupeesShown(decimal: string): string {
  const [, sign = '', whole = '0', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const last = whole.slice(-3);
  const before = whole.slice(0, -3);
  const pairs: string[] = [];
  for (let end = before.length; end > 0; end -= 2) pairs.push(before.slice(Math.max(0, end - 2), end));
  return `${sign}${[...pairs.reverse(), last].join(',')}.${places.padEnd(2, '0')}`;
}
