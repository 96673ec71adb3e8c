/** A TrueType font of the glyphs with these codes (up to 0xffff) alone; throws for a font it does not understand. */
export function subsetFont(font: Buffer, wanted: Iterable<number>): Buffer<ArrayBuffer>;
