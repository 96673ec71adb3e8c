import { type DraftId, draftOfPage, type PageId } from '../../calls/ports/ids.ts';
import { holdsDraft } from '../../contract/draftLength.ts';
import { followFields } from '../../contract/followFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftContents, DraftInput, FormState } from '../../protocol/messages.ts';
import {
  bodyOfDraft,
  emptyDraft,
  encodeDraft,
  followedOf,
  type KeptDraft,
  type KeptField,
  leftOf,
  shownOf,
  unseenIn,
} from './draft.ts';

/**
 * What stands in a form. Each call, and each writing by something else than the page, begins a new turn: what the page
 * still saves of an earlier one is late, and is not taken.
 */
export class FormDraft {
  readonly #page: PageId;
  #kept: KeptDraft;
  /** See FormState. */
  #edited: DraftId | null = null;
  #emptied: DraftId | null = null;
  /** What it held, or was to hold, when all of that stood elsewhere, too; none = nobody knows. */
  #told: readonly KeptDraft[];
  /** What it told before its last call left. */
  #toldBefore: readonly KeptDraft[] = [];
  /** The turn with which a call has left, as was known when it came back. */
  readonly #spent: number | null;
  /** What that was; null = nobody knows. */
  #spentWith: KeptDraft | null;

  #fields: KeptField[];
  /** Erased: what the editor of the body, which closes, still saves is what was erased. */
  #bodyIsOver = false;
  /** What Send was pressed with, until its turn is over: its fields may be corrected before it leaves. */
  #pressed: { readonly body: string; readonly kept: KeptDraft } | null = null;

  /** @param operation with the fields that the draft was made for */
  constructor(page: PageId, kept: KeptDraft, operation: Operation) {
    this.#page = page;
    this.#kept = kept;
    this.#told = kept.told === true ? [kept] : kept.sent === true ? [leftOf(operation, kept)] : [];
    this.#spent = kept.spent === true ? kept.turn : null;
    this.#spentWith = this.#spent === null ? null : (this.#told[0] ?? null);
    this.#fields = followedOf(operation);
  }

  /** Whether it is known what has left with this turn: nothing that was typed since. */
  get isSpent(): boolean {
    return this.#kept.turn === this.#spent;
  }

  get id(): DraftId {
    return draftOfPage(this.#page, this.#kept.turn);
  }

  get lastOrder(): string | null {
    return this.#kept.lastOrder;
  }

  bytes(operation: Operation): Uint8Array {
    const sent = this.#stands(operation, (one) => bodyOfDraft(operation, one));
    const told = !this.isUnsent(operation);
    const pressed = this.#isAsPressed(operation) ? this.#pressed?.body : undefined;
    return encodeDraft({ ...this.#kept, told, sent, spent: this.isSpent, pressed, of: this.#fields });
  }

  /** Whether it holds what Send was pressed with, also under other names. */
  #isAsPressed(operation: Operation): boolean {
    return this.#pressed !== null && bodyOfDraft(operation, this.#pressed.kept) === this.body(operation);
  }

  press(body: string): void {
    this.#pressed = { body, kept: this.#kept };
  }

  /** What left with the turn that is known to be spent, or null where nobody knows. */
  leftWith(operation: Operation): string | null {
    return this.#spentWith === null ? null : bodyOfDraft(operation, this.#spentWith);
  }

  /** What was sent with this order could never leave: what stood elsewhere before does, and no more. */
  stayed(order: string): void {
    this.#told = [...this.#toldBefore, ...this.#told.filter(({ lastOrder }) => lastOrder !== order)];
  }

  /** Whether it holds something that would be lost with it: neither sent from here, nor filled in from elsewhere, nor what a new form has. */
  isUnsent(operation: Operation): boolean {
    // What leaves is not all of it: a field that the settings have lost for a while is typed, too.
    return !this.#stands(operation, (one) => [bodyOfDraft(operation, one), unseenIn(operation, one)]);
  }

  /** Whether nothing is typed in a field that the settings have lost. */
  isShown(operation: Operation): boolean {
    return unseenIn(operation, this.#kept).length === 0;
  }

  /** Whether this of what it holds stands elsewhere, too. */
  #stands(operation: Operation, part: (one: KeptDraft) => unknown): boolean {
    const now = JSON.stringify(part(this.#kept));
    return [emptyDraft(operation), ...this.#told].some((one) => JSON.stringify(part(one)) === now);
  }

  /** What would leave now. */
  body(operation: Operation): string {
    return bodyOfDraft(operation, this.#kept);
  }

  isLate(draft: Pick<DraftInput, 'draftId'>): boolean {
    return draft.draftId !== this.id;
  }

  /** As the page has it, which must not be late. */
  take({ tab, fields, json, asTyped = [] }: DraftInput): void {
    this.#kept = { ...this.#kept, tab, fields: { ...fields }, json, asTyped: [...asTyped] };
  }

  /** Whether this may be its JSON. */
  fits(json: string): boolean {
    return holdsDraft({ ...this.#kept, json });
  }

  /** What is typed goes with fields that the user has corrected, also while the form is not shown. Whether anything did. */
  follow(operation: Operation): boolean {
    const before = this.#kept;
    const now = followedOf(operation);
    this.#kept = followFields(before, this.#fields, now);
    const follows = (one: KeptDraft): KeptDraft => followFields(one, this.#fields, now);
    this.#told = this.#told.map(follows);
    this.#toldBefore = this.#toldBefore.map(follows);
    if (this.#spentWith !== null) this.#spentWith = follows(this.#spentWith);
    if (this.#pressed !== null) this.#pressed = { ...this.#pressed, kept: follows(this.#pressed.kept) };
    this.#fields = now;
    return this.#kept !== before;
  }

  /** Written by the editor of the body. @returns false where that is what was erased */
  edit(json: string): boolean {
    if (this.#bodyIsOver) return false;
    this.#kept = { ...this.#kept, tab: 'json', json, turn: this.#kept.turn + 1 };
    this.#edited = this.id;
    return true;
  }

  /** Its editor is opened: it shows what stands here now. */
  bodyOpens(): void {
    this.#bodyIsOver = false;
  }

  /**
   * The next Send is a new call.
   * @param sent what has left, or null: what it holds, or what its editor showed and saves a moment later
   */
  renew(lastOrder: string | null, sent: string | null, operation: Operation): void {
    const isPressed = sent !== null && sent === this.#pressed?.body && this.#isAsPressed(operation);
    this.#pressed = null;
    if (sent !== null) this.#toldBefore = this.#told;
    this.#kept = { ...this.#kept, turn: this.#kept.turn + 1, lastOrder };
    const unseenStands = this.#stands(operation, (one) => unseenIn(operation, one));
    const left = unseenStands ? this.#kept : shownOf(operation, this.#kept);
    if (isPressed || sent === this.body(operation)) this.#told = [left];
    else if (sent !== null) this.#told = [...this.#told.slice(-1), { ...left, tab: 'json', json: sent }];
  }

  /** Its page is to fill it with this, which stands elsewhere. */
  filled(contents: DraftContents): void {
    this.#told = [...this.#told.slice(-1), { ...this.#kept, ...contents, asTyped: [], lastOrder: null }];
  }

  /** What was typed in another form, before the page was told anything of this one. */
  bringBack(kept: KeptDraft): void {
    this.#kept = { ...kept, turn: this.#kept.turn, lastOrder: null };
    this.#told = [];
  }

  /** As a new form starts. */
  empty(operation: Operation): void {
    this.#kept = { ...emptyDraft(operation), turn: this.#kept.turn + 1 };
    this.#told = [];
    this.#toldBefore = [];
    this.#bodyIsOver = true;
    this.#emptied = this.id;
  }

  shown(): Pick<FormState, 'draft' | 'edited' | 'emptied'> {
    const { tab, fields, json, asTyped } = this.#kept;
    const draft = { draftId: this.id, tab, fields, json };
    return {
      draft: asTyped.length === 0 ? draft : { ...draft, asTyped },
      ...(this.#edited === null ? {} : { edited: this.#edited }),
      ...(this.#emptied === null ? {} : { emptied: this.#emptied }),
    };
  }
}
