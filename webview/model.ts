import type { AnswerView, DraftCheck, DraftInput, PageState } from '../src/protocol/messages.ts';
import { adoptDraft, type DraftContent, noDraft, sameContent, type TabPair } from './draft.ts';
import { keepMasked, nothingRevealed, type Revealed } from './reveal.ts';
import { t } from './strings.ts';

export type AnswerTab = 'result' | 'raw' | 'headers' | 'timing';

/** Everything the page shows. Replaced as a whole, never changed in place. */
export interface Model {
  readonly snapshot: PageState | null;
  readonly draft: DraftInput;
  /** What was submitted and saved last: how a renewed draft id is told from a replaced draft. */
  readonly sent: readonly DraftContent[];
  readonly pair: TabPair | null;
  readonly check: DraftCheck | null;
  /** Why the tab could not be switched, or null. */
  readonly refusal: string | null;
  /** What went wrong in the page itself, or null. */
  readonly failure: string | null;
  readonly submitting: boolean;
  /** When the call that is out was first seen, ms since the epoch by the page's clock. */
  readonly callSince: number;
  readonly callSeen: number;
  /** What a magic input replaced, until the next one or until something is typed. */
  readonly replaced: DraftContent | null;
  readonly magic: number | null;
  readonly answerTab: AnswerTab;
  readonly revealed: Revealed;
  /** Titles of groups shown in full. */
  readonly expanded: ReadonlySet<string>;
  readonly announcement: string;
}

export const firstModel: Model = {
  snapshot: null,
  draft: noDraft,
  sent: [],
  pair: null,
  check: null,
  refusal: null,
  failure: null,
  submitting: false,
  callSince: 0,
  callSeen: 0,
  replaced: null,
  magic: null,
  answerTab: 'result',
  revealed: nothingRevealed,
  expanded: new Set(),
  announcement: '',
};

/** The page after a snapshot of the host; `now` in ms since the epoch. */
export function afterSnapshot(model: Model, received: PageState, now: number): Model {
  const before = model.snapshot;
  const snapshot = { ...received, answer: keepMasked(before?.answer ?? null, received.answer) };
  const draft = adoptDraft(model.draft, snapshot.draft, model.sent);
  const replaced = draft === snapshot.draft && draft !== model.draft;
  const next: Model = { ...model, snapshot, draft, announcement: announce(model, snapshot) };
  const withDraft: Model = replaced
    ? { ...next, check: null, refusal: null, pair: null, replaced: null, magic: null }
    : next;
  const call = snapshot.call;
  const newCall = call !== null && call.orderId !== before?.call?.orderId;
  const withCall = newCall
    ? { ...withDraft, callSeen: now, callSince: model.submitting ? now : Math.min(call.startedAt, now) }
    : withDraft;
  if (before?.answer?.id === snapshot.answer?.id) return withCall;
  return {
    ...withCall,
    answerTab: before === null ? model.answerTab : 'result',
    revealed: nothingRevealed,
    expanded: new Set(),
  };
}

/** True when the draft in the page says something the snapshot's does not, and so has to be saved under its id. */
export function draftIsAhead(model: Model): boolean {
  return model.snapshot !== null && !sameContent(model.draft, model.snapshot.draft);
}

/** What the live region says: "Sending" once per call, the headline once per answer and per state of it. */
function announce(model: Model, snapshot: PageState): string {
  const before = model.snapshot;
  if (before === null) return '';
  if (snapshot.call !== null) {
    return snapshot.call.orderId === before.call?.orderId ? model.announcement : t('Sending');
  }
  if (snapshot.answer === null)
    return before.answer === null && before.call === null ? model.announcement : '';
  const isNews = before.call !== null || answerState(before.answer) !== answerState(snapshot.answer);
  return isNews ? spoken(snapshot.answer) : model.announcement;
}

function spoken(answer: AnswerView): string {
  return `${answer.headline}. ${t('Money')}: ${answer.signs.money.value}`;
}

function answerState(answer: AnswerView | null): string {
  return answer === null ? '' : [answer.id, answer.outcome, answer.billing, answer.messageCode].join(' ');
}

/** What may be kept by VS Code in clear: where the user was, never what was typed. */
export interface Kept {
  readonly draftId: string;
  readonly operation: string;
  readonly tab: DraftInput['tab'];
  readonly scroll: number;
  readonly mode: PageState['mode'];
  readonly orderId: string;
}

export function toKeep(model: Model, scroll: number): Kept | null {
  const { snapshot, draft } = model;
  if (snapshot === null) return null;
  const orderId = snapshot.mode === 'order' ? (snapshot.answer?.id ?? '') : '';
  const { draftId, tab } = draft;
  return { draftId, operation: snapshot.operation.id, tab, scroll, mode: snapshot.mode, orderId };
}

/** The scroll position kept for this very draft or order, px from the top; 0 when there is none. */
export function keptScroll(kept: unknown, model: Model): number {
  if (typeof kept !== 'object' || kept === null || !('scroll' in kept)) return 0;
  const now = toKeep(model, 0);
  const { draftId, orderId } = { draftId: '', orderId: '', ...kept };
  const isSame = now !== null && (now.mode === 'order' ? orderId === now.orderId : draftId === now.draftId);
  return isSame && typeof kept.scroll === 'number' ? kept.scroll : 0;
}
