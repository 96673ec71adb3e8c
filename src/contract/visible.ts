/**
 * Texts of the service and of files as a person may read them. Characters that show nothing, or turn the order in which
 * others are shown, become small labels: an order_id that ends in U+202E turned the sentence after it backwards. What is
 * sent, kept, exported or copied keeps them as they are.
 */

/** What a text is made of: as it is, or a character that shows nothing, by its name. */
export type VisiblePiece = { readonly text: string } | { readonly hidden: string };

/**
 * Controls (tab and line ends excepted), all that Unicode lets a font leave out (joiners, marks and overrides of direction,
 * tags, fillers, variation selectors), the separators of lines and paragraphs, interlinear marks and halves of surrogate pairs.
 */
const hidden = /\r(?!\n)|[^\P{Cc}\t\n\r]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]/gu;

/** Scripts whose letters take another shape beside a joiner or non-joiner: Hindi and Urdu are not written without. */
const joins =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Arabic}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

/** The character before a place, or ''. */
function before(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Whether a character that shows nothing belongs to the writing around it: a joiner within a word, a selector of an emoji. */
function isWriting(text: string, at: number, char: string): boolean {
  const last = before(text, at);
  if (char === '\u200c' || char === '\u200d') {
    const next = after(text, at + 1);
    if (joins.test(last)) return joins.test(next) || /\p{M}/u.test(last);
    return char === '\u200d' && pictograph.test(last) && pictograph.test(next);
  }
  return (char === '\ufe0f' || char === '\ufe0e') && /\p{Emoji}/u.test(last);
}

/** `U+202E` */
function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text in its pieces; one alone where nothing is hidden in it. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  if (text.search(hidden) === -1) return [{ text }];
  const pieces: VisiblePiece[] = [];
  let from = 0;
  for (const { 0: char, index } of text.matchAll(hidden)) {
    if (isWriting(text, index, char)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ hidden: nameOf(char) });
    from = index + char.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The text with labels such as `⟨U+202E⟩` for what would not be seen; itself where there is nothing such. */
export function visible(text: string): string {
  return visiblePieces(text)
    .map((piece) => ('text' in piece ? piece.text : `⟨${piece.hidden}⟩`))
    .join('');
}

/** Names of what is hidden in a text, each once, the first few. */
export function hiddenNames(text: string): readonly string[] {
  const names = visiblePieces(text).flatMap((piece) => ('hidden' in piece ? [piece.hidden] : []));
  return [...new Set(names)].slice(0, 5);
}
