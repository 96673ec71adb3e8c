import * as vscode from 'vscode';
import { keyIn, keyProblem } from '../../calls/keys/key.ts';
import type { Remark } from '../asking/inputBox.ts';
import { say } from '../words/both/translate.ts';

const { Error: Wrong, Info } = vscode.InputBoxValidationSeverity;

/** What is said of a typed key. What is left out is named: nobody sees what stands in the box. */
export function keyRemark(text: string): Remark {
  const problem = keyProblem(text);
  if (problem !== null) return { message: say(problem), severity: Wrong };
  if (keyIn(text) === text.trim()) return null;
  return {
    message: vscode.l10n.t('Only the key is kept, without quotes and the word Bearer: each call adds that.'),
    severity: Info,
  };
}
