/**
 * The offset of the bracket that closes what is open at an offset of a JSON text, or the text's length when it is not
 * there. Many times faster than reading what is between; what is between is not checked.
 */
export function closingBracket(text: string, from: number): number {
  const next = /["[\]{}]/g;
  next.lastIndex = from;
  let open = 1;
  for (;;) {
    const found = next.exec(text);
    if (found === null) return text.length;
    const [mark] = found;
    if (mark === '"') {
      const end = closingQuote(text, next.lastIndex);
      if (end === -1) return text.length;
      next.lastIndex = end + 1;
    } else if (mark === '{' || mark === '[') open += 1;
    else if (open === 1) return found.index;
    else open -= 1;
  }
}

/** The offset of the quote that ends a string, or -1. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === 0x5c) before -= 1;
    // An even number of backslashes escapes itself, not the quote.
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}
