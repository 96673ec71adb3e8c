/** The icons that our sources can name, as a style and a font of these alone. */
export function usedCodicons(): {
  readonly names: readonly string[];
  readonly css: string;
  readonly ttf: Buffer<ArrayBuffer>;
};
export function writeCodicons(): void;
