import * as vscode from 'vscode';
import type { Phrase } from '../../contract/words.ts';
import type { FormState } from '../../protocol/messages.ts';
import { erasedWords } from '../words/erasedWords.ts';

export const erasedMeanwhile: Phrase = {
  text: 'Not sent: this input was erased from the order history meanwhile. Nothing was billed.',
};

/** The one sentence that stands above Send of a form: a fault, or what to know before sending. */
export class FormSays {
  /** How often the input was erased while it stood there. */
  erasures = 0;
  private text: string | null;
  private isCaution = true;
  /** What stood in the form right after its input was erased, as long as it says so. */
  private emptied: string | null = null;
  private canStartEmpty = false;

  /** @param caution what to know of how the form was filled, or null */
  constructor(caution: string | null) {
    this.text = caution;
  }

  /** @param isFilled with something of which its user may want none */
  cameBack(text: string, isFilled: boolean): void {
    this.say(text, true);
    this.canStartEmpty = isFilled;
  }

  fault(text: string): void {
    this.say(text, false);
  }

  notKept(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.fault(vscode.l10n.t('Your input cannot be kept for a reload of the window: {0}', why));
  }

  /** The input was erased. @param body what stands there now */
  erased(body: string): void {
    this.erasures += 1;
    this.say(erasedWords.form(), true);
    this.emptied = body;
  }

  /** True when something changed: with something in it again, nobody needs to know why the form was empty. */
  typed(body: string): boolean {
    if (this.emptied === null || this.emptied === body) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.text = null;
    this.emptied = null;
    this.canStartEmpty = false;
  }

  view(): Pick<FormState, 'problem' | 'isCaution' | 'canStartEmpty'> {
    const said = { problem: this.text, isCaution: this.text !== null && this.isCaution };
    return this.canStartEmpty ? { ...said, canStartEmpty: true } : said;
  }

  private say(text: string, isCaution: boolean): void {
    this.text = text;
    this.isCaution = isCaution;
    this.emptied = null;
    this.canStartEmpty = false;
  }
}
