import type { LanguageName, Snippet, SnippetLanguage, SnippetRequest } from '../calls/ports/snippetPorts.ts';
import { prettyJson } from '../contract/jsonText.ts';
import { requestMaskAt } from '../contract/masking.ts';
import { keyVariable } from './frame.ts';
import {
  type Writer,
  writeCsharp,
  writeCurl,
  writeFetch,
  writeGo,
  writeJava,
  writePhp,
  writePython,
  writeTypeScript,
  writeUndici,
} from './languages.ts';

export { keyVariable } from './frame.ts';
export { responseHandler } from './responseHandler.ts';

interface Language {
  /** A name of its own in every tongue. */
  readonly label: string;
  /** What the snippet needs to run. */
  readonly needs: string;
  readonly write: Writer;
}

const byId: Readonly<Record<SnippetLanguage, Language>> = {
  curl: { label: 'cURL', needs: 'POSIX shell', write: writeCurl },
  'javascript-undici': { label: 'JavaScript (undici)', needs: 'Node.js, undici', write: writeUndici },
  'javascript-fetch': { label: 'JavaScript (fetch)', needs: 'Node.js 18', write: writeFetch },
  typescript: { label: 'TypeScript', needs: 'fetch', write: writeTypeScript },
  python: { label: 'Python', needs: 'requests', write: writePython },
  go: { label: 'Go', needs: 'net/http', write: writeGo },
  java: { label: 'Java', needs: 'java.net.http, Java 11', write: writeJava },
  csharp: { label: 'C#', needs: 'HttpClient, C# 11', write: writeCsharp },
  php: { label: 'PHP', needs: 'curl', write: writePhp },
};

function isLanguage(id: string): id is SnippetLanguage {
  return Object.hasOwn(byId, id);
}

/** Every language there is a snippet for, in the order they are offered. */
export const snippetLanguages: readonly LanguageName[] = Object.keys(byId)
  .filter(isLanguage)
  .map((id) => ({ id, label: byId[id].label, needs: byId[id].needs }));

/**
 * The same call in another language, ready to run: the key comes from the environment variable
 * VERIFICATION_API_KEY, the body is the one given, or its masked form. Throws when the library's code is not what is
 * expected of it.
 */
export function snippet(language: SnippetLanguage, request: SnippetRequest): Snippet {
  const { operation, url } = request;
  // What leaves is UTF-8, in which half a character cannot be written: the form sends this same replacement.
  const typed = request.body.toWellFormed();
  const shown = request.masked
    ? prettyJson(typed, {
        maxChars: Number.MAX_SAFE_INTEGER,
        mask: (path: readonly string[]) => requestMaskAt(operation, path),
      })
    : null;
  const masked = shown?.masked ?? false;
  const body = masked && shown !== null ? shown.text : typed;
  // Plain words: a shell may run what it takes for more than a comment.
  const comment = [
    `${operation.title}. On a live environment each run may be billed.`,
    `The API key is read from the environment variable ${keyVariable}.`,
    ...(masked ? ['Personal values are masked. Put the real ones in before running it.'] : []),
  ];
  return { text: byId[language].write({ url, body, comment }), masked };
}
