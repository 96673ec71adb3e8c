import type { ListQuery } from '../src/contract/listTable.ts';
import type {
  AnswerView,
  DraftCheck,
  DraftInput,
  NoticeView,
  OrderDetailsView,
  PageState,
} from '../src/protocol/messages.ts';
import {
  adoptDraft,
  type DraftContent,
  followFields,
  noDraft,
  sameContent,
  sameForm,
  type TabPair,
} from './draft.ts';
import { keepMasked, nothingRevealed, type Revealed, sameReading } from './reveal.ts';
import { t } from './strings.ts';

export type AnswerTab = 'result' | 'raw' | 'request' | 'headers' | 'timing';

/** How one answer is looked at; an order's page may show two of them. */
export interface Look {
  readonly tab: AnswerTab;
  readonly revealed: Revealed;
  /** Titles of groups shown in full. */
  readonly expanded: ReadonlySet<string>;
  /** How its lists are looked at, by their paths. */
  readonly queries: ReadonlyMap<string, ListQuery>;
  /** Lines of the raw text that are folded. */
  readonly folds: readonly number[];
  /** What was just done, for a moment: that something was copied. */
  readonly said: string;
}

const firstLook: Look = {
  tab: 'result',
  revealed: nothingRevealed,
  expanded: new Set(),
  queries: new Map(),
  folds: [],
  said: '',
};

/** Everything the page shows. Replaced as a whole, never changed in place. */
export interface Model {
  readonly snapshot: PageState | null;
  readonly draft: DraftInput;
  /** What was submitted and saved last: how a renewed draft id is told from a replaced draft. */
  readonly sent: readonly DraftContent[];
  readonly pair: TabPair | null;
  readonly check: DraftCheck | null;
  /** What sending can cost and what stands in its way, as it was told last. */
  readonly notice: NoticeView | null;
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
  /** By the id of the answer; only of those on the page. */
  readonly looks: ReadonlyMap<string, Look>;
  readonly announcement: string;
}

export const firstModel: Model = {
  snapshot: null,
  draft: noDraft,
  sent: [],
  pair: null,
  check: null,
  notice: null,
  refusal: null,
  failure: null,
  submitting: false,
  callSince: 0,
  callSeen: 0,
  replaced: null,
  magic: null,
  looks: new Map(),
  announcement: '',
};

export function lookOf(model: Model, answerId: string): Look {
  return model.looks.get(answerId) ?? firstLook;
}

/** The answer with this id that the page shows, the recorded one included. */
export function answerOf({ snapshot }: Model, answerId: string): AnswerView | null {
  return answersOf(snapshot).find(({ id }) => id === answerId) ?? null;
}

function answersOf(snapshot: PageState | null): readonly AnswerView[] {
  const answers = [snapshot?.answer ?? null, snapshot?.details?.recorded?.answer ?? null];
  return answers.filter((answer) => answer !== null);
}

/** The page after a snapshot of the host; `now` in ms since the epoch. */
export function afterSnapshot(model: Model, received: PageState, now: number): Model {
  const before = model.snapshot;
  const snapshot = { ...received, answer: keepMasked(before?.answer ?? null, received.answer) };
  const looks = looksAfter(model, snapshot);
  const adopted = adoptDraft(model.draft, snapshot.draft, model.sent);
  const replaced = adopted === snapshot.draft && adopted !== model.draft;
  const corrected = isCorrected(before, snapshot) && !replaced;
  const draft = corrected
    ? followFields(adopted, before?.operation.fields ?? [], snapshot.operation.fields)
    : adopted;
  const { notice } = snapshot;
  const next: Model = { ...model, snapshot, notice, draft, looks, announcement: announce(model, snapshot) };
  const withDraft: Model = replaced
    ? { ...next, check: null, refusal: null, pair: null, replaced: null, magic: null }
    : corrected
      ? { ...next, check: null, refusal: null, pair: null }
      : next;
  const call = snapshot.call;
  const newCall = call !== null && call.orderId !== before?.call?.orderId;
  return newCall
    ? { ...withDraft, callSeen: now, callSince: model.submitting ? now : Math.min(call.startedAt, now) }
    : withDraft;
}

/** Whether the form has other fields than before. */
export function isCorrected(before: PageState | null, now: PageState): boolean {
  return before !== null && !sameForm(before.operation.fields, now.operation.fields);
}

/** Another answer, even one under the same id (settled otherwise, recorded anew), is looked at anew: masked. */
function looksAfter(model: Model, snapshot: PageState): Model['looks'] {
  const before = model.snapshot;
  const stale = isRecordedAnew(before?.details ?? null, snapshot.details)
    ? snapshot.details?.recorded?.answer?.id
    : undefined;
  const kept = answersOf(snapshot).flatMap((answer) => {
    const look = model.looks.get(answer.id);
    const earlier = answerOf(model, answer.id);
    const isSame = earlier !== null && sameReading(earlier, answer) && answer.id !== stale;
    return look === undefined || !isSame ? [] : [[answer.id, look] as const];
  });
  return new Map(kept);
}

/** By the timeline, which gains a line with each recording: the answer itself may differ in masked characters alone. */
function isRecordedAnew(before: OrderDetailsView | null, next: OrderDetailsView | null): boolean {
  return JSON.stringify(before?.timeline) !== JSON.stringify(next?.timeline);
}

/** When the first of the waits the notice speaks of is over, ms since the epoch; null when nothing is waited for. */
export function nextWaitEnd({ notice }: Model, now: number): number | null {
  const ends = (notice?.obstacles ?? []).map(({ until }) => until).filter((at) => at !== null && at > now);
  return ends.length === 0 ? null : Math.min(...ends.map(Number));
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
  const recorded = snapshot.details?.recorded?.headline ?? '';
  if (recorded !== '' && recorded !== before.details?.recorded?.headline) return `${recorded}.`;
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
