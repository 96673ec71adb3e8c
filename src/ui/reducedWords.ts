import * as vscode from 'vscode';
import type { OrderSummary } from '../calls/ports/ports.ts';

export function isReduced({ aadhaarReducedAt }: Pick<OrderSummary, 'aadhaarReducedAt'>): boolean {
  return aadhaarReducedAt !== null;
}

/** Why a form has an empty field that its order had filled. @param missing labels of fields, '' = a place in the JSON */
export function whyMissing(missing: readonly string[]): string {
  const labels = missing.filter((label) => label !== '');
  return labels.length === 0
    ? vscode.l10n.t('The full Aadhaar number of this order is no longer kept: put it into the JSON again.')
    : vscode.l10n.t(
        'The full number of this order is no longer kept. Type it again: {0}.',
        labels.join(', '),
      );
}
