import type { DraftInput, FormState, PageState } from '../src/protocol/messages.ts';
import { sameSent } from './draft.ts';

/** What an answer on a form does not belong to any more. */
export interface Earlier {
  /** The form says something else than what was sent. */
  readonly input: boolean;
  /** The environment it came from, where another one is chosen now; else null. */
  readonly environment: string | null;
}

/** Of a page, see Model. */
interface Known {
  readonly snapshot: PageState | null;
  readonly asked: readonly DraftInput[];
}

/** The drafts known to say what the answer was asked for, after a snapshot: the host compares, the page remembers. */
export function knownAfter(model: Known, snapshot: FormState): readonly DraftInput[] {
  if (snapshot.answer === null) return [];
  const isSame = model.snapshot?.answer?.id === snapshot.answer.id;
  return withKnown(isSame ? model.asked : [], snapshot.sameAsSent ? snapshot.draft : null);
}

/** Only the newest are kept: more would only be the same text written otherwise. */
const MOST_KNOWN = 4;

export function withKnown(asked: readonly DraftInput[], draft: DraftInput | null): readonly DraftInput[] {
  if (draft === null || asked.some((one) => sameSent(one, draft))) return asked;
  return [draft, ...asked].slice(0, MOST_KNOWN);
}

/** What the shown answer does not belong to; null while it is the answer to what the form says. */
export function earlierThan({
  snapshot,
  asked,
  draft,
}: Known & { readonly draft: DraftInput }): Earlier | null {
  if (snapshot === null || snapshot.mode !== 'form' || snapshot.answer === null) return null;
  const input = !asked.some((one) => sameSent(one, draft));
  const from = snapshot.answer.environment;
  const environment = from === snapshot.environment.name ? null : from;
  return input || environment !== null ? { input, environment } : null;
}
