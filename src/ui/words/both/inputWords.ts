import { inputIn } from './inputIn.ts';
import { say } from './translate.ts';

/** A masked input in the language of VS Code. */
export function inputWords(masked: string): string {
  return inputIn(masked, say);
}
