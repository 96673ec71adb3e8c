import { followFields } from '../src/contract/followFields.ts';
import type { ListQuery } from '../src/contract/listTable.ts';
import type {
  AnswerView,
  CallView,
  DraftCheck,
  DraftInput,
  FormState,
  NoticeView,
  OrderDetailsView,
  PageState,
} from '../src/protocol/messages.ts';
import { adoptDraft, type DraftContent, noDraft, sameContent, sameForm, type TabPair } from './draft.ts';
import { knownAfter } from './earlier.ts';
import { keepMasked, nothingRevealed, type Revealed, sameReading } from './reveal.ts';
import { t } from './strings.ts';

const answerTabs = ['result', 'raw', 'request', 'headers', 'timing'] as const;
export type AnswerTab = (typeof answerTabs)[number];

/** How one answer is looked at; an order's page may show two of them. */
export interface Look {
  /** Null until one is chosen: the first with something to see, see `tabOf`. */
  readonly tab: AnswerTab | null;
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
  tab: null,
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
  /** What a magic or an earlier input replaced, until the next one or until something is typed. */
  readonly replaced: Omit<DraftInput, 'draftId'> | null;
  readonly magic: number | null;
  /** Names of required fields that are empty, since the last Send was held up by them. */
  readonly empty: readonly string[];
  /** What is lacking is said of a JSON that the form made, too: somebody typed there, or pressed Send. */
  readonly saysLacking: boolean;
  /** By the id of the answer; only of those on the page. */
  readonly looks: ReadonlyMap<string, Look>;
  /** How the form's last answer was looked at: the next one is looked at alike. */
  readonly lastLook: Look;
  /** The environment that answer came from: what was revealed of a sandbox's is no wish for a live one's. */
  readonly lastFrom: string;
  /** Drafts known to say what the shown answer was asked for. */
  readonly asked: readonly DraftInput[];
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
  empty: [],
  saysLacking: false,
  looks: new Map(),
  lastLook: firstLook,
  lastFrom: '',
  asked: [],
  announcement: '',
};

export function lookOf(model: Model, answerId: string): Look {
  return model.looks.get(answerId) ?? firstLook;
}

export function tabOf(model: Model, { id, rawFirst }: AnswerView): AnswerTab {
  return lookOf(model, id).tab ?? (rawFirst ? 'raw' : 'result');
}

/** The answer with this id that the page shows, the recorded one included. */
export function answerOf({ snapshot }: Model, answerId: string): AnswerView | null {
  return answersOf(snapshot).find(({ id }) => id === answerId) ?? null;
}

function answersOf(snapshot: PageState | null): readonly AnswerView[] {
  const answers = [snapshot?.answer ?? null, detailsOf(snapshot)?.recorded?.answer ?? null];
  return answers.filter((answer) => answer !== null);
}

/** The form that is shown; null on the page of an order, and before anything is. */
export function formOf(snapshot: PageState | null): FormState | null {
  return snapshot?.mode === 'form' ? snapshot : null;
}

/** The call that is out; an order's page has none. */
export function callOf(snapshot: PageState | null): CallView | null {
  return formOf(snapshot)?.call ?? null;
}

/** Whether a call is out whose seconds are counted: a form's, or that of an order's page. */
export function isUnderWay(snapshot: PageState | null): boolean {
  return callOf(snapshot) !== null || snapshot?.answer?.underWay === true;
}

/** What an order's page shows besides the answer; null on a form. */
export function detailsOf(snapshot: PageState | null): OrderDetailsView | null {
  return snapshot?.mode === 'order' ? snapshot.details : null;
}

/** The page after a snapshot of the host; `now` in ms since the epoch. */
export function afterSnapshot(last: Model, received: PageState, now: number): Model {
  const model = isEmptied(last.snapshot, received) ? forgotten(last) : last;
  const shown = model.snapshot?.answer ?? null;
  const snapshot = asMasked(shown, received);
  const lastLook = shown === null ? model.lastLook : lookOf(model, shown.id);
  const lastFrom = shown === null ? model.lastFrom : shown.environment;
  const looks = looksAfter({ ...model, lastLook }, snapshot);
  const announcement = announce(model, snapshot);
  const next: Model = { ...model, snapshot, looks, lastLook, lastFrom, announcement };
  return snapshot.mode === 'form'
    ? formAfter(model, next, snapshot, now)
    : { ...next, notice: null, asked: [] };
}

function asMasked(shown: AnswerView | null, received: PageState): PageState {
  if (received.mode === 'order') return { ...received, answer: keepMasked(shown, received.answer) };
  return { ...received, answer: keepMasked(shown, received.answer) };
}

/** Nothing was said yet of a draft that takes the place of another one. */
const unsaid = { check: null, empty: [], saysLacking: false } as const;

/** What only a form has: its draft, what is known of it, and its call. @param next the page with all else */
function formAfter(model: Model, next: Model, snapshot: FormState, now: number): Model {
  const before = model.snapshot;
  const earlier = formOf(before);
  const isEdited = earlier !== null && snapshot.edited !== undefined && snapshot.edited !== earlier.edited;
  const adopted =
    isEdited || isEmptied(before, snapshot)
      ? snapshot.draft
      : adoptDraft(model.draft, snapshot.draft, model.sent);
  const replaced = adopted === snapshot.draft && adopted !== model.draft;
  const corrected = hasOtherFields(before, snapshot) && !replaced;
  const follow = <D extends DraftContent>(one: D): D =>
    followFields(one, before?.operation.fields ?? [], snapshot.operation.fields);
  const draft = corrected ? follow(adopted) : adopted;
  const asked = knownAfter(model, snapshot);
  const form: Model = { ...next, notice: snapshot.notice, draft, asked };
  const withDraft: Model = replaced
    ? { ...form, ...unsaid, refusal: null, pair: null, replaced: null, magic: null }
    : corrected
      ? {
          ...form,
          check: null,
          refusal: null,
          pair: null,
          replaced: model.replaced && follow(model.replaced),
        }
      : form;
  const { call } = snapshot;
  const newCall = call !== null && call.orderId !== earlier?.call?.orderId;
  return newCall
    ? { ...withDraft, callSeen: now, callSince: model.submitting ? now : Math.min(call.startedAt, now) }
    : withDraft;
}

/** Whether what stood in the form was erased since. */
function isEmptied(before: PageState | null, now: PageState): boolean {
  const emptied = formOf(now)?.emptied;
  return before !== null && emptied !== undefined && emptied !== formOf(before)?.emptied;
}

/** Nothing of what was typed, sent or looked at before; of the snapshot what tells it from the next one. */
function forgotten({ snapshot, submitting, draft }: Model): Model {
  const form = formOf(snapshot);
  const bare = form === null ? null : { ...form, answer: null };
  return { ...firstModel, snapshot: bare, submitting, draft };
}

/** Whether the form has other fields than before. */
function hasOtherFields(before: PageState | null, now: PageState): boolean {
  return before !== null && !sameForm(before.operation.fields, now.operation.fields);
}

/** Whether what was said of the input may not hold any more: other fields, or a sandbox in a live service's place. */
export function hasOtherGround(before: PageState | null, now: PageState): boolean {
  const [earlier, form] = [formOf(before), formOf(now)];
  return (
    hasOtherFields(before, now) || (earlier !== null && earlier.environment.kind !== form?.environment.kind)
  );
}

/**
 * Another answer, even one under the same id (settled otherwise, recorded anew), is looked at anew: masked. A form's next
 * answer is looked at on the tab of the last one; what was revealed of that one the controller asks for again.
 */
function looksAfter(model: Model, snapshot: PageState): Model['looks'] {
  const before = model.snapshot;
  const details = detailsOf(snapshot);
  const stale = isRecordedAnew(detailsOf(before), details) ? details?.recorded?.answer?.id : undefined;
  const kept = answersOf(snapshot).flatMap((answer) => {
    const look = model.looks.get(answer.id);
    const earlier = answerOf(model, answer.id);
    const isSame = earlier !== null && sameReading(earlier, answer) && answer.id !== stale;
    if (look !== undefined && isSame) return [[answer.id, look] as const];
    if (snapshot.mode !== 'form' || earlier !== null) return [];
    const { tab, expanded } = model.lastLook;
    return [[answer.id, { ...firstLook, tab: tab === 'result' ? null : tab, expanded }] as const];
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
  const form = formOf(model.snapshot);
  return form !== null && !sameContent(model.draft, form.draft);
}

/** What the live region says: "Sending" once per call, the headline once per answer and per state of it. */
function announce(model: Model, snapshot: PageState): string {
  const before = model.snapshot;
  if (before === null) return '';
  const [callBefore, call] = [callOf(before), callOf(snapshot)];
  if (call !== null) return call.orderId === callBefore?.orderId ? model.announcement : t('Sending');
  const recordedOf = (one: PageState): string =>
    (detailsOf(one)?.recorded ?? one.answer?.recorded)?.headline ?? '';
  const recorded = recordedOf(snapshot);
  if (recorded !== '' && recorded !== recordedOf(before)) return `${recorded}.`;
  if (snapshot.answer === null)
    return before.answer === null && callBefore === null ? model.announcement : '';
  const isNews = callBefore !== null || answerState(before.answer) !== answerState(snapshot.answer);
  return isNews ? spoken(snapshot.answer) : model.announcement;
}

/** For whoever presses Send while a call is out; other than what was said last, for a live region says what changes. */
export function stillOut({ announcement }: Model, { environment }: CallView): string {
  const words = t('Sending to {0}. Waiting for the answer…', environment);
  return announcement === words ? `${words}\u00a0` : words;
}

function spoken(answer: AnswerView): string {
  const news = `${answer.headline}. ${t('Money')}: ${answer.signs.money.value}`;
  const { otherIdentifier, drift } = answer;
  const said = drift === undefined ? news : `${news}. ${drift.spoken}`;
  return otherIdentifier === null ? said : `${otherIdentifier} ${said}`;
}

function answerState(answer: AnswerView | null): string {
  if (answer === null) return '';
  const { id, outcome, billing, messageCode, underWay } = answer;
  return [id, outcome, billing, messageCode, underWay].join(' ');
}

/** What may be kept by VS Code in clear: where the user was, never what was typed. */
export interface Kept {
  readonly draftId: string;
  readonly operation: string;
  readonly tab: DraftInput['tab'];
  readonly scroll: number;
  readonly mode: PageState['mode'];
  readonly orderId: string;
  readonly answerTab: AnswerTab | null;
  /** Id of the element that had the focus, or ''. */
  readonly focus: string;
}

export function toKeep(model: Model, scroll: number, focus = ''): Kept | null {
  const { snapshot, draft } = model;
  if (snapshot === null) return null;
  const orderId = snapshot.mode === 'order' ? snapshot.answer.id : '';
  // By this name the host brings the page back.
  const draftId = snapshot.mode === 'order' ? orderId : draft.draftId;
  const { tab } = draft;
  const { mode, answer, operation } = snapshot;
  const answerTab = (answer === null ? model.lastLook : lookOf(model, answer.id)).tab;
  return { draftId, operation: operation.id, tab, scroll, mode, orderId, answerTab, focus };
}

/** What was kept for this very draft or order; null when there is nothing. */
function keptHere(kept: unknown, model: Model): object | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const now = toKeep(model, 0);
  const { draftId, orderId } = { draftId: '', orderId: '', ...kept };
  const isSame = now !== null && (now.mode === 'order' ? orderId === now.orderId : draftId === now.draftId);
  return isSame ? kept : null;
}

/** The scroll position kept for this very draft or order, px from the top; 0 when there is none. */
export function keptScroll(kept: unknown, model: Model): number {
  const here = keptHere(kept, model);
  return here !== null && 'scroll' in here && typeof here.scroll === 'number' ? here.scroll : 0;
}

/** The id of the element that had the focus in this very draft; '' when none is known. */
export function keptFocus(kept: unknown, model: Model): string {
  const here = keptHere(kept, model);
  return here !== null && 'focus' in here && typeof here.focus === 'string' ? here.focus : '';
}

/** The tab of the answer that was open in this very draft or order; null when none is known. */
export function keptTab(kept: unknown, model: Model): AnswerTab | null {
  const here = keptHere(kept, model);
  const tab = here !== null && 'answerTab' in here ? here.answerTab : null;
  return answerTabs.find((one) => one === tab) ?? null;
}
