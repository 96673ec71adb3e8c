/** The bundle's plain texts by their English; commented entries are not the page's. */
export function pageTranslations(bundle: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [english, translated] of Object.entries(bundle)) {
    if (typeof translated === 'string') texts[english] = translated;
  }
  return texts;
}
