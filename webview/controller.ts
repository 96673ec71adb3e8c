import type { DraftCheck, DraftInput, PageState } from '../src/protocol/messages.ts';
import type { Client } from './client.ts';
import { RequestFailed } from './client.ts';
import { onOtherTab, sameContent } from './draft.ts';
import { type AnswerTab, afterSnapshot, draftIsAhead, firstModel, type Model } from './model.ts';
import { addRevealed, hideRevealed, withRevealed } from './reveal.ts';
import { t, useTranslations } from './strings.ts';

export interface ControllerPorts {
  readonly client: Pick<Client, 'request'>;
  /** Ms since the epoch. */
  now(): number;
  /** Runs `run` once after `ms`; the result takes it back. */
  later(run: () => void, ms: number): () => void;
  changed(model: Model): void;
}

/** How long after the last key a draft is saved and checked. */
const QUIET_MS = 300;
/** A double click on Send must not hit the Cancel that takes its place. */
const CANCEL_ARMED_AFTER_MS = 500;

/** Turns what the user does into requests and what the host says into the next Model. */
export class Controller {
  model: Model = firstModel;
  readonly #ports: ControllerPorts;
  #quiet: (() => void) | null = null;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
  }

  async start(): Promise<void> {
    try {
      this.adopt(await this.#ports.client.request('page/ready', null));
    } catch (error) {
      this.#change({
        failure: t('The page could not be loaded: {0} Close this tab and open the form again.', said(error)),
      });
    }
  }

  adopt(snapshot: PageState): void {
    useTranslations(snapshot.l10n);
    const before = this.model;
    this.model = afterSnapshot(before, snapshot, this.#ports.now());
    const isNewDraft = this.model.draft.draftId !== before.draft.draftId;
    this.#ports.changed(this.model);
    if (snapshot.mode !== 'form' || !isNewDraft) return;
    if (draftIsAhead(this.model)) this.#afterQuiet();
    else void this.#check();
  }

  typeField(name: string, value: string): void {
    this.#edit({ fields: { ...this.model.draft.fields, [name]: value } });
  }

  typeJson(json: string): void {
    this.#edit({ json });
  }

  fillMagic(index: number): void {
    const magic = this.model.snapshot?.magic[index];
    if (magic === undefined) return;
    const { fields, json } = this.model.draft;
    const filled = { fields: { ...magic.fields }, json: magic.json };
    // A second choice must not make the first one look like something the user typed.
    const replaced = this.model.magic === null ? { fields, json } : this.model.replaced;
    this.#edit(filled);
    this.#change({ pair: filled, magic: index, replaced });
    this.saveNow();
  }

  restoreTyped(): void {
    const { replaced } = this.model;
    if (replaced === null) return;
    this.#edit(replaced);
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
        check = await this.#ask(asked);
      } while (asked !== this.model.draft && this.model.draft.tab !== tab);
      if (this.model.draft.tab === tab) return;
      const obstacle = asked.tab === 'json' ? (check.broken ?? check.misfit) : null;
      if (obstacle !== null) {
        this.#change({ check, refusal: t('The JSON cannot be shown as a form: {0}', obstacle) });
        return;
      }
      const draft = onOtherTab(asked, check, this.model.pair);
      this.#change({ draft, check, pair: { fields: draft.fields, json: draft.json } });
      this.#save();
    } catch (error) {
      this.#fail(error);
    }
  }

  async submit(): Promise<void> {
    const { draft, snapshot, submitting } = this.model;
    if (submitting || snapshot === null || snapshot.mode !== 'form' || snapshot.call !== null) return;
    this.#quiet?.();
    this.#quiet = null;
    this.#change({ submitting: true, failure: null, refusal: null });
    this.#remember(draft);
    try {
      await this.#ports.client.request('call/submit', draft);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#change({ submitting: false });
    }
  }

  cancel(): void {
    const call = this.model.snapshot?.call;
    if (call === null || call === undefined || call.cancelling) return;
    if (this.#ports.now() - this.model.callSeen < CANCEL_ARMED_AFTER_MS) return;
    this.#do(this.#ports.client.request('call/cancel', null));
  }

  async reveal(path: string | null): Promise<void> {
    const answer = this.model.snapshot?.answer;
    if (answer === null || answer === undefined) return;
    try {
      const unmasked = await this.#ports.client.request('answer/reveal', { orderId: answer.id, path });
      if (this.model.snapshot?.answer?.id !== unmasked.id) return;
      this.#change({
        revealed: addRevealed(this.model.revealed, withRevealed(answer, this.model.revealed), unmasked),
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  hide(path: string | null): void {
    this.#change({ revealed: hideRevealed(this.model.revealed, path) });
  }

  copyOrderId(id: string): void {
    this.#do(this.#ports.client.request('answer/copyOrderId', { orderId: id }));
  }

  openRaw(id: string, masked: boolean): void {
    this.#do(this.#ports.client.request('answer/openRaw', { orderId: id, masked }));
  }

  openLink(url: string): void {
    this.#do(this.#ports.client.request('answer/openLink', { url }));
  }

  switchEnvironment(): void {
    this.#do(this.#ports.client.request('environment/switch', null));
  }

  setKey(): void {
    this.#do(this.#ports.client.request('environment/setKey', null));
  }

  sendAgain(id: string): void {
    this.#do(this.#ports.client.request('order/sendAgain', { orderId: id }));
  }

  showAnswerTab(answerTab: AnswerTab): void {
    this.#change({ answerTab });
  }

  expand(title: string): void {
    this.#change({ expanded: new Set([...this.model.expanded, title]) });
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

  #ask(draft: DraftInput): Promise<DraftCheck> {
    return this.#ports.client.request('draft/check', draft);
  }

  #edit(part: Partial<Pick<DraftInput, 'fields' | 'json'>>): void {
    const draft = { ...this.model.draft, ...part };
    this.#change({ draft, refusal: null, failure: null, magic: null, replaced: null });
    this.#afterQuiet();
  }

  #afterQuiet(): void {
    this.#quiet?.();
    this.#quiet = this.#ports.later(() => this.saveNow(), QUIET_MS);
  }

  async #check(): Promise<void> {
    const asked = this.model.draft;
    try {
      const check = await this.#ask(asked);
      if (sameContent(asked, this.model.draft) && asked.tab === this.model.draft.tab) this.#change({ check });
    } catch (error) {
      this.#fail(error);
    }
  }

  #remember(draft: DraftInput): void {
    this.#change({ sent: [draft, ...this.model.sent].slice(0, 2) });
  }

  #do(request: Promise<unknown>): void {
    request.catch((error: unknown) => this.#fail(error));
  }

  /** What the user gave up, and a closing page, are no failures. */
  #fail(error: unknown): void {
    if (error instanceof RequestFailed && error.code === 'cancelled') return;
    this.#change({ failure: t('That did not work: {0}', said(error)) });
  }

  #change(part: Partial<Model>): void {
    this.model = { ...this.model, ...part };
    this.#ports.changed(this.model);
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
