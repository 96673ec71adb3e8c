/** The bundle's plain texts by the names of their sentences; commented entries are not the page's. */
export function pageTranslations(bundle: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, translated] of Object.entries(bundle)) {
    if (typeof translated === 'string') texts[name] = translated;
  }
  return texts;
}
