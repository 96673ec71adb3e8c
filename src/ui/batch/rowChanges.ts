import * as vscode from 'vscode';
import type { Review } from '../../calls/batch/review.ts';
import type { ReviewGroup } from '../../calls/batch/reviewChoices.ts';
import type { RowFields } from '../../calls/ports/batchPorts.ts';
import { reasonsOf } from './reviewState.ts';

/** The user's word on a group, after what they said before it. */
export function chooseGroup(
  review: Review,
  { group, sent }: { readonly group: ReviewGroup; readonly sent: boolean },
): Promise<void> {
  return review.inTurn(() => review.chooseGroup(group, sent));
}

/** A row is sent or left out, or a repeat takes the place of its first row. @returns what the page is to say of it, or '' */
export async function chooseRow(
  review: Review,
  { row, sent }: { readonly row: number; readonly sent: boolean },
): Promise<string> {
  if (!sent) {
    await review.inTurn(() => review.chooseRow(row, false));
    return '';
  }
  const first = await review.standIn(row);
  if (first === null) return '';
  const heir = review.row(row);
  // It stands in another group now, and waits for a word there: what speaks against it.
  if (!review.isSent(heir)) return reasonsOf(review, heir).join(' ');
  return vscode.l10n.t('Line {0} takes the place of line {1}.', heir.line, first.line);
}

/** A row is corrected, or with null stands as in the file again. @returns what the page is to say of it, or '' */
export async function correctRow(review: Review, row: number, values: RowFields | null): Promise<string> {
  const before = review.row(row).sameAs;
  await (values === null ? review.correct(row, null) : review.fill(row, values));
  const { line, sameAs } = review.row(row);
  // It stands in another group now, and nothing else would tell.
  return sameAs === null || before !== null
    ? ''
    : vscode.l10n.t('Line {0} now repeats line {1}: it is not sent.', line, review.row(sameAs).line);
}
