/** The same script, minified and without comments, with escapes for letters beyond ASCII; throws where one stands behind a backslash. */
export function inAscii(script: string): string;
/** Rewrites the scripts among these paths below the root so. */
export function writeInAscii(files: readonly string[]): void;
