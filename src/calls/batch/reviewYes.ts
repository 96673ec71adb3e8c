import type { OrderId } from '../ports/ids.ts';
import type { ReviewGroup } from './reviewChoices.ts';
import type { ReviewRow } from './reviewRow.ts';

/** What is known of the rows of a review beside what they hold. */
interface Said {
  readonly isSent: (row: ReviewRow) => boolean;
  /** Groups of which rows as they stand in the file leave unless they are left out, and were not. */
  readonly leaving: readonly ReviewGroup[];
  /** Orders that the row accepts by name, as long as it is not corrected. */
  readonly accepted: (row: ReviewRow) => readonly OrderId[];
}

/**
 * Whether a row leaves that would not once the rows are looked at again: a yes is not kept, see KeptChoices, so nothing but
 * a notice tells that it has to be said again.
 */
export function hasSpokenYes(rows: readonly ReviewRow[], { isSent, leaving, accepted }: Said): boolean {
  const isChosen = ({ group, flawed, before }: ReviewRow): boolean =>
    !leaving.includes(group) || (flawed && before !== null);
  /** Whether a later row leaves in place of this one, which looked at again comes first and does not. */
  const gavePlace = (row: ReviewRow): boolean => {
    const { sameAs, wanted } = row;
    const heir = sameAs === null || sameAs < row.row ? undefined : rows[sameAs];
    if (heir === undefined || !isSent(heir)) return false;
    // Else it was corrected into what that one says, and leaves for it then, unless that one alone may pass its order.
    const own = accepted(row);
    return wanted === false || heir.wanted === true || accepted(heir).some((order) => !own.includes(order));
  };
  return rows.some((row) => (isSent(row) ? isChosen(row) : gavePlace(row)));
}
