export function byName(
  bundle: Readonly<Record<string, string>>,
  nameOf: (english: string) => string,
): Record<string, string>;
export function writeTranslations(): Promise<string[]>;
