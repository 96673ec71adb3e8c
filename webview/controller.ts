import type {
  DraftCheck,
  DraftInput,
  Method,
  OrderAction,
  PageState,
  Requests,
  SubmitHow,
} from '../src/protocol/messages.ts';
import { CANCEL_ARMED_AFTER_MS, type ControllerPorts, QUIET_MS } from './controllerPorts.ts';
import {
  type DraftContent,
  edited,
  fieldValue,
  isTyped,
  onOtherTab,
  sameContent,
  sameSent,
  toggled,
} from './draft.ts';
import { withKnown } from './earlier.ts';
import { failureWords } from './failureWords.ts';
import {
  type AnswerTab,
  afterSnapshot,
  answerOf,
  callOf,
  draftIsAhead,
  firstModel,
  formOf,
  hasOtherGround,
  type Look,
  lookOf,
  type Model,
  stillOut,
} from './model.ts';
import { Pieces } from './pieces.ts';
import { addAsked, hideRevealed, sameReading, valuesOf } from './reveal.ts';
import { t, useTranslations } from './strings.ts';

/** Turns what the user does into requests and what the host says into the next Model. */
export class Controller {
  model: Model = firstModel;
  /** The lists and the text of the answers. */
  readonly pieces: Pieces;
  readonly #ports: ControllerPorts;
  #quiet: (() => void) | null = null;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.pieces = new Pieces({
      client: ports.client,
      lookOf: (id) => lookOf(this.model, id),
      look: (id, part) => this.#look(id, part),
      fail: (error) => this.#fail(error),
      later: (run, ms) => ports.later(run, ms),
    });
  }

  async start(): Promise<void> {
    try {
      this.adopt(await this.#ports.client.request('page/ready', null));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const failure = t('The page could not be loaded: {0} Close this tab and open the form again.', why);
      this.#change({ failure });
    }
  }

  adopt(snapshot: PageState): void {
    useTranslations(snapshot.l10n);
    const before = this.model;
    this.model = afterSnapshot(before, snapshot, this.#ports.now());
    const isNewDraft = this.model.draft.draftId !== before.draft.draftId;
    this.#ports.changed(this.model);
    this.#revealAlike(before);
    const isNews = isNewDraft || hasOtherGround(before.snapshot, snapshot);
    if (snapshot.mode !== 'form' || !isNews) return;
    if (draftIsAhead(this.model)) this.#afterQuiet();
    else void this.#check();
  }

  typeField(name: string, value: string): void {
    this.#edit({ fields: { ...this.model.draft.fields, [name]: value } });
  }

  typeJson(json: string): void {
    this.#change({ saysLacking: true });
    this.#edit({ json });
  }

  fillMagic(index: number): void {
    const magic = formOf(this.model.snapshot)?.magic[index];
    if (magic !== undefined) this.#fill({ fields: { ...magic.fields }, json: magic.json }, index);
  }

  /** With an earlier input, of which the host asks which, with what of it is new, or with what a new form holds (there goes what was pressed). */
  async fillFrom(from: 'draft/recent' | 'draft/onlyNew' | 'draft/startEmpty'): Promise<void> {
    this.saveNow();
    this.#change({ failure: null });
    try {
      const picked = await this.#ports.client.request(from, null);
      if (picked !== null) this.#fill(picked, null);
      if (from !== 'draft/recent') this.#ports.focusFirst();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fill(filled: Partial<DraftInput> & DraftContent, magic: number | null): void {
    const { draft, snapshot } = this.model;
    const { draftId: _id, ...typedHere } = draft;
    // A second choice must not make the first look typed, nor one in an emptied form drop what stood there.
    const typed = isTyped(draft, formOf(snapshot)?.magic ?? []) ? typedHere : null;
    const replaced = this.model.magic === null && typed !== null ? typed : this.model.replaced;
    this.#edit({ ...filled, asTyped: undefined });
    this.#change({ pair: filled.tab === 'json' ? null : filled, magic, replaced });
    this.saveNow();
    // Nothing stands here any more of what the host says is back from a closed form.
    if (formOf(snapshot)?.canStartEmpty && isTyped(this.model.draft, []))
      this.forward('draft/startEmpty', null);
  }

  /** Sends a field's identifiers as they are typed, or in their one form again. */
  toggleAsTyped(name: string): void {
    const { asTyped = [] } = this.model.draft;
    const { magic, replaced } = this.model;
    this.#edit({ asTyped: toggled(asTyped, name) });
    this.#change({ magic, replaced });
    this.saveNow();
  }

  restoreTyped(): void {
    const { replaced } = this.model;
    if (replaced !== null) this.#edit({ asTyped: undefined, ...replaced });
    this.saveNow();
  }

  async switchTab(tab: DraftInput['tab']): Promise<void> {
    if (this.model.draft.tab === tab) return;
    this.#change({ refusal: null });
    try {
      let asked: DraftInput;
      let check: DraftCheck;
      do {
        asked = this.model.draft;
        check = await this.#ports.client.request('draft/check', asked);
      } while (asked !== this.model.draft && this.model.draft.tab !== tab);
      if (this.model.draft.tab === tab) return;
      const obstacle = asked.tab === 'json' ? (check.broken ?? check.misfit) : null;
      if (obstacle !== null) {
        this.#change({ check, refusal: obstacle });
        return;
      }
      const draft = onOtherTab(asked, check, this.model.pair);
      const isAsked = check?.sameAsSent || this.model.asked.some((one) => sameSent(one, asked));
      if (isAsked) this.#change({ asked: withKnown(this.model.asked, draft) });
      this.#change({ draft, check, pair: { fields: draft.fields, json: draft.json }, empty: [] });
      this.#save();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param how with the empty fields of the JSON that the user was just told of; by whom it was asked for */
  async submit(how: SubmitHow = {}): Promise<void> {
    const { draft, snapshot, submitting } = this.model;
    const call = callOf(snapshot);
    if (call !== null) this.#change({ announcement: stillOut(this.model, call) });
    if (submitting || snapshot?.mode !== 'form' || call !== null) return;
    this.#quiet?.();
    this.#quiet = null;
    this.#change({ submitting: true, failure: null, refusal: null, empty: [], saysLacking: true });
    this.#remember(draft);
    try {
      const result = await this.#ports.client.request('call/submit', { ...draft, ...how });
      if (result?.empty !== undefined) this.#heldUp(result.empty);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#change({ submitting: false });
    }
  }

  #heldUp(empty: readonly string[]): void {
    this.#change({ empty });
    this.#ports.focusEmpty(empty);
  }

  /** In the form that was copied last. */
  copyAgain(): void {
    this.#change({ failure: null });
    this.#do(this.#ports.client.request('draft/copyAgain', this.model.draft));
  }

  /** The host asks in which language, and how much of what is personal. */
  copyAs(): void {
    this.#change({ failure: null });
    this.#do(this.#ports.client.request('draft/copyAs', this.model.draft));
  }

  /** The host asks where to, and how much of what is personal goes along. */
  saveAs(): void {
    this.#change({ failure: null });
    this.#do(this.#ports.client.request('draft/saveAs', this.model.draft));
  }

  /** The host opens it in a text editor, and gives back what is typed there. */
  editJson(): void {
    this.#change({ failure: null });
    this.#do(this.#ports.client.request('draft/editJson', this.model.draft));
  }

  cancel(): void {
    const call = callOf(this.model.snapshot);
    if (call === null || call.cancelling) return;
    if (this.#ports.now() - this.model.callSeen < CANCEL_ARMED_AFTER_MS) return;
    this.#do(this.#ports.client.request('call/cancel', null));
  }

  async reveal(answerId: string, path: string | null, part: 'all' | 'words' = 'all'): Promise<void> {
    const answer = answerOf(this.model, answerId);
    if (answer === null) return;
    try {
      const unmasked = await this.#ports.client.request('answer/reveal', { orderId: answerId, path });
      const current = answerOf(this.model, unmasked.id);
      // Meanwhile the page may show another answer, or the same order settled or recorded otherwise.
      if (current === null || !sameReading(current, answer)) return;
      const { revealed } = lookOf(this.model, answerId);
      this.#look(answerId, {
        revealed: addAsked(revealed, answer, unmasked, path === null ? part : 'value'),
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  hide(answerId: string, path: string | null): void {
    this.#look(answerId, { revealed: hideRevealed(lookOf(this.model, answerId).revealed, path) });
  }

  /** Asks again what stands in the way: a wait is over. */
  lookAgain(): void {
    if (this.model.snapshot?.mode === 'form') void this.#check();
  }

  /** The host's dialogs do the rest; a fresh snapshot follows. */
  actOnOrder(orderId: string, action: OrderAction): void {
    this.#change({ failure: null });
    this.#do(this.#ports.client.request('order/act', { orderId, action }));
  }

  showAnswerTab(answerId: string, tab: AnswerTab): void {
    this.#look(answerId, { tab });
  }

  /** The tab that was open before the page was loaded anew. */
  startOnTab(tab: AnswerTab): void {
    const answer = this.model.snapshot?.answer ?? null;
    if (answer === null) this.#change({ lastLook: { ...this.model.lastLook, tab } });
    else this.#look(answer.id, { tab });
  }

  expand(answerId: string, title: string): void {
    const { expanded } = lookOf(this.model, answerId);
    this.#look(answerId, { expanded: new Set([...expanded, title]) });
  }

  /** Saves what is typed and not saved yet; for blur, hiding and closing. */
  saveNow(): void {
    if (this.#quiet !== null) this.#save();
  }

  #save(): void {
    this.#quiet?.();
    this.#quiet = null;
    const { draft } = this.model;
    this.#remember(draft);
    this.#do(this.#ports.client.request('draft/save', draft));
    void this.#check();
  }

  #edit(part: Partial<Omit<DraftInput, 'draftId'>>): void {
    const draft = edited(this.model.draft, part);
    const empty =
      draft.tab === 'form' ? this.model.empty.filter((name) => fieldValue(draft, name).trim() === '') : [];
    this.#change({ draft, refusal: null, failure: null, magic: null, replaced: null, empty });
    this.#afterQuiet();
  }

  #afterQuiet(): void {
    this.#quiet?.();
    this.#quiet = this.#ports.later(() => this.saveNow(), QUIET_MS);
  }

  async #check(): Promise<void> {
    const asked = this.model.draft;
    try {
      const check = await this.#ports.client.request('draft/check', asked);
      if (sameContent(asked, this.model.draft) && asked.tab === this.model.draft.tab) {
        const known = withKnown(this.model.asked, check?.sameAsSent ? asked : null);
        this.#change({ check, notice: check?.notice ?? this.model.notice, asked: known });
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What was revealed of a form's last answer is revealed of its next one, too: the host is asked for the same places. */
  #revealAlike(before: Model): void {
    const { snapshot, lastLook, lastFrom } = this.model;
    const answer = snapshot?.answer ?? null;
    if (snapshot?.mode !== 'form' || answer === null || answer.environment !== lastFrom) return;
    if (answerOf(before, answer.id) !== null) return;
    const { values, raw } = lastLook.revealed;
    const masked = new Set(valuesOf(answer).flatMap((value) => (value.masked ? [value.path] : [])));
    const paths = raw === null ? [...values.keys()].filter((path) => masked.has(path)) : [null];
    for (const path of paths) void this.reveal(answer.id, path);
  }

  #look(answerId: string, part: Partial<Look>): void {
    const look = { ...lookOf(this.model, answerId), ...part };
    this.#change({ looks: new Map([...this.model.looks, [answerId, look]]) });
  }

  #remember(draft: DraftInput): void {
    this.#change({ sent: [draft, ...this.model.sent].slice(0, 2) });
  }

  /** Asks the host for what changes nothing in the page by itself; a failure is said there. */
  forward<M extends Method>(method: M, params: Requests[M]['params']): void {
    if (this.model.failure !== null) this.#change({ failure: null });
    this.#do(this.#ports.client.request(method, params));
  }

  #do(request: Promise<unknown>): void {
    request.catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    const failure = failureWords(error);
    if (failure !== null) this.#change({ failure });
  }

  #change(part: Partial<Model>): void {
    this.model = { ...this.model, ...part };
    this.#ports.changed(this.model);
  }
}
