import type { LanguageName, Snippet, SnippetLanguage, SnippetRequest } from '../calls/ports/snippetPorts.ts';
import { prettyJson } from '../contract/jsonText.ts';
import { requestMaskAt } from '../contract/masking.ts';
import { messageCodes } from '../contract/messageCodes.ts';
import { OwnInput } from '../contract/ownInput.ts';
import type { Operation } from '../contract/shapes.ts';
import type { LearnedShape } from '../shapes/model.ts';
import { frameOf, keyVariable, swapped } from './frame.ts';
import { languages } from './languages.ts';
import { handlerOf } from './responseHandler.ts';

export { keyVariable } from './frame.ts';

/**
 * A TypeScript function that reads an answer.
 * @param learned what answers of the operation it is for taught: its result gets their types
 * @param operation theirs, with the fields that the user calls personal
 */
export function responseHandler(learned?: readonly LearnedShape[], operation?: Operation): string {
  return handlerOf(messageCodes, learned, operation);
}

function isLanguage(id: string): id is SnippetLanguage {
  return Object.hasOwn(languages, id);
}

/** Every language there is a snippet for, in the order they are offered. */
export const snippetLanguages: readonly LanguageName[] = Object.keys(languages)
  .filter(isLanguage)
  .map((id) => ({ id, label: languages[id].label, needs: languages[id].needs }));

/**
 * The same call in another language, ready to run: the key comes from the environment variable
 * VERIFICATION_API_KEY, the body is the one given, or its masked form. Throws when the library's code is not what is
 * expected of it.
 */
export function snippet(language: SnippetLanguage, request: SnippetRequest): Snippet {
  const { operation, url, learned = [], sandboxKey = null } = request;
  const seconds = Math.ceil(request.deadlineMs / 1000);
  // What leaves is UTF-8, in which half a character cannot be written: the form sends this same replacement.
  const typed = request.body.toWellFormed();
  const mask = (path: readonly string[]) => requestMaskAt(operation, path);
  const masking = request.masked ? { mask, own: new OwnInput(operation, typed, true) } : {};
  const shown = prettyJson(typed, { maxChars: Number.MAX_SAFE_INTEGER, ...masking });
  const body = shown.masked ? shown.text : typed;
  // Plain words: a shell may run what it takes for more than a comment.
  const sentences = [
    `${operation.title}. On a live environment each run may be billed.`,
    `The API key is read from the environment variable ${keyVariable}.`,
    ...(sandboxKey === null ? [] : [`The sandbox accepts the key ${sandboxKey}.`]),
    `It waits ${seconds} s for an answer. A call given up then may be billed all the same.`,
    ...(shown.masked ? ['Personal values are masked. Put the real ones in before running it.'] : []),
  ];
  const { plugin, mimeType, swaps, comment = '//', ...around } = languages[language];
  const { opening = '', before = '', indent = '', after = '\n' } = around;
  const types = around.types?.(operation, learned) ?? '';
  const frame = frameOf(plugin, mimeType ?? 'application/json').replace(/^(?=.)/gm, indent);
  const top = sentences.map((sentence) => `${comment} ${sentence}\n`).join('');
  const text = `${opening}${top}${types}${before}${swapped(frame, swaps({ url, body, seconds }))}${after}`;
  return { text, masked: shown.masked };
}
