/*
 * Each function writes a text as a string literal of a language, exact to the last character. Whoever calls sees to it
 * that the text is well formed (no half of a surrogate pair): what leaves as UTF-8 is.
 */

/** Beyond what JSON escapes: line ends of some languages, marks some compilers refuse, and signs that reorder a line. */
const unseen = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function hex(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** In double quotes, with the escapes that Go, C#, Python and JavaScript share. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(unseen, hex);
}

/** In single quotes, as JavaScript is mostly written. */
export function jsString(text: string): string {
  const inner = doubleQuoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

/**
 * In ASCII, for a Java compiler reads a source in the encoding of its machine. It reads `\u000b` before it reads strings,
 * so that control characters need octal escapes. A constant of a class file holds 65,535 bytes, and a character takes six
 * at the most: a longer text is joined from several.
 */
export function javaString(text: string): string {
  const pieces = (text.match(/.{1,4000}/gsu) ?? ['']).map((piece) =>
    JSON.stringify(piece)
      .replace(/\\\\|\\u00([01][0-9a-f])/g, (source, code?: string) =>
        code === undefined ? source : `\\${Number.parseInt(code, 16).toString(8).padStart(3, '0')}`,
      )
      .replace(/[^ -~]/g, hex),
  );
  return pieces.length === 1 ? pieces.join('') : `String.join("", ${pieces.join(', ')})`;
}

/** In single quotes PHP knows two escapes and expands nothing. */
export function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** One word of a POSIX shell, whatever is in it but NUL. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Go drops carriage returns from a raw string and forbids a backtick in it. */
export function goString(text: string): string {
  return text.includes('`') || !isPlainBlock(text) ? doubleQuoted(text) : `\`${text}\``;
}

/** A raw string (C# 11) for text of several lines; its quotes stand at the line's start, so no indent is taken off. */
export function csharpString(text: string): string {
  if (!isPlainBlock(text)) return doubleQuoted(text);
  const longest = Math.max(0, ...(text.match(/"+/g) ?? []).map((run) => run.length));
  const quotes = '"'.repeat(Math.max(3, longest + 1));
  return `${quotes}\n${text}\n${quotes}`;
}

/** Several lines, and nothing in them that an editor, a compiler or a reader could take for something else. */
function isPlainBlock(text: string): boolean {
  return text.includes('\n') && text.search(unseen) === -1 && !/[^\P{Cc}\t\n]/u.test(text);
}
