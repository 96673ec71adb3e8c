/** Deeper than this no JSON is made a tree of: the reader calls itself at each level, and nobody writes or reads so deep. */
export const deepestTree = 200;

/** Levels of brackets in a text at most, those within strings included: an upper bound for JSON, in one pass. */
export function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text) {
    if (char === '{' || char === '[') most = Math.max(most, ++depth);
    else if (char === '}' || char === ']') depth -= 1;
  }
  return most;
}
