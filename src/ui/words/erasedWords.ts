import * as vscode from 'vscode';

/** Why a page is empty all of a sudden. */
export const erasedWords = {
  form: (): string => vscode.l10n.t('This input was erased from the order history, so the form was emptied.'),
  /** Of a review whose rows are read from a file or an earlier batch. */
  review: (): string =>
    vscode.l10n.t(
      'An input of this review was erased from the order history: its rows were read again, without your corrections.',
    ),
  /** Of a review of what stood in an editor. */
  rows: (name: string): string =>
    vscode.l10n.t(
      'An input in {0} was erased from the order history, so its review was closed. Nothing was sent.',
      name,
    ),
  reviewGone: (): string =>
    vscode.l10n.t(
      'An input of this review was erased from the order history, so the review is not restored. Open its file again. Nothing was sent.',
    ),
} as const;
