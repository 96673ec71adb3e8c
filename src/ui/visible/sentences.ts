import type * as vscode from 'vscode';
import { sentenceName } from '../../contract/sentenceName.ts';

type Words = (typeof vscode)['l10n'];

/** VS Code finds translations by the English sentence; those that ship go by a short name of it. */
export function namedSentences(real: Words): Pick<Words, 't'> {
  const t = (english: unknown, ...args: readonly unknown[]): string => {
    const name = typeof english === 'string' ? sentenceName(english) : '';
    const known: unknown = real.bundle?.[name] === undefined ? english : name;
    // Its other forms take an object instead of the sentence: passed on as they are.
    return real.t(known as string, ...(args as string[]));
  };
  return { t };
}
