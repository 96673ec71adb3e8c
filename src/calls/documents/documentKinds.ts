import type { Phrase } from '../../contract/words.ts';

/** What a document is, by what it holds more than by what its host says. */
export interface DocumentKind {
  readonly word: Phrase;
  /** For the name of a file, without the dot. */
  readonly extension: string;
  /** False = not what one keeps a document's link for: a web page, or something unknown. */
  readonly expected: boolean;
}

function kind(text: string, extension: string): DocumentKind {
  return { word: { text }, extension, expected: true };
}

const pdf = kind('PDF', 'pdf');

/** The first bytes of formats, hexadecimal. */
const starts: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^89504e470d0a1a0a/, kind('PNG image', 'png')],
  [/^ffd8ff/, kind('JPEG image', 'jpg')],
  [/^47494638/, kind('GIF image', 'gif')],
  [/^(49492a00|4d4d002a)/, kind('TIFF image', 'tif')],
  [/^52494646.{8}57454250/, kind('WebP image', 'webp')],
  [/^504b0304/, kind('ZIP archive', 'zip')],
];

/** Texts have no first bytes of their own: there the host's word counts. */
const texts: Readonly<Record<string, DocumentKind>> = {
  'text/plain': kind('text', 'txt'),
  'text/csv': kind('CSV', 'csv'),
  'application/json': kind('JSON', 'json'),
  'application/xml': kind('XML', 'xml'),
  'text/xml': kind('XML', 'xml'),
};

const page: DocumentKind = { word: { text: 'web page' }, extension: 'html', expected: false };
const unknown: DocumentKind = { word: { text: 'unknown format' }, extension: 'bin', expected: false };

/** @param contentType without parameters, lower case */
export function documentKind(contentType: string, body: Uint8Array): DocumentKind {
  const start = Array.from(body.subarray(0, 1024), (byte) => String.fromCharCode(byte)).join('');
  // Readers take a PDF that starts a little later, too.
  if (start.includes('%PDF-')) return pdf;
  const bytes = Array.from(body.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const known = starts.find(([pattern]) => pattern.test(bytes))?.[1];
  if (known !== undefined) return known;
  if (contentType === 'text/html' || /^\W{0,4}\s*<(!doctype html|html|head|body)\b/i.test(start)) return page;
  return (Object.hasOwn(texts, contentType) ? texts[contentType] : undefined) ?? unknown;
}

/** The word for a format that was kept, by its extension. */
export function wordOfFormat(extension: string): Phrase {
  const all = [pdf, ...starts.map(([, one]) => one), ...Object.values(texts), page];
  return all.find((one) => one.extension === extension)?.word ?? unknown.word;
}
