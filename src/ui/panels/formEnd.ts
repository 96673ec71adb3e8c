import { closedForm, type PageId } from '../../calls/ports/ids.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Services } from '../base/services.ts';
import { tellOutcome } from '../sending/tellOutcome.ts';
import type { KeptPage } from '../shell/keptPage.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import type { SendDecision } from './callOut.ts';
import type { FormDraft } from './formDraft.ts';
import { leftBefore } from './toldBefore.ts';

/** What becomes of what is kept of a form that its user closed for good. */
export class FormEnd {
  /** Under which it is found by the next form of its operation. */
  readonly name: PageId;
  readonly #services: Services;
  readonly #draft: FormDraft;
  readonly #kept: KeptPage;
  readonly #decision: SendDecision;
  readonly #operation: () => Operation;
  #isOver = false;
  /** Its page is: closed, or gone with its window, which is not known at once. */
  #isGone = false;
  /** An answer that came meanwhile. */
  #untold: Settled | null = null;

  constructor(
    services: Services,
    page: PageId,
    draft: FormDraft,
    kept: KeptPage,
    decision: SendDecision,
    operation: () => Operation,
  ) {
    this.#services = services;
    this.name = closedForm(operation().id, page);
    this.#draft = draft;
    this.#kept = kept;
    this.#decision = decision;
    this.#operation = operation;
  }

  /** Whether Send is asked about, or waits. */
  get isAsked(): boolean {
    return this.#decision.isDue;
  }

  #tell(done: Settled): void {
    const { log, now } = this.#services;
    tellOutcome(this.#operation(), done, false, now()).catch((error: unknown) =>
      log.warn('answer of a closed form', String(error)),
    );
  }

  /** What never left from it is there for the next form; so is what may leave yet, see `decided`: by it an erasure is known. */
  async closed(): Promise<void> {
    this.#isOver = true;
    if (this.#untold !== null) this.#tell(this.#untold);
    this.#untold = null;
    const bytes = (): Uint8Array => this.#draft.bytes(this.#operation());
    const isKept = this.isAsked || (this.#isUnsent && !(await this.#hasLeftBefore()));
    if (isKept) await this.#kept.setAside(bytes, this.name);
    else await this.#kept.remove();
  }

  /** Its page is gone: what is erased, in whatever window, while Send is still asked about must not leave. */
  watch(services: Services): void {
    this.#isGone = true;
    if (!this.isAsked) return;
    const stop = watchLedger(services, 0, async () => void (await this.#kept.look()), 'at once');
    void this.#decision.known().then(stop);
  }

  /** Resolves once it is known whether what was asked about leaves; nothing is kept of what does. */
  async decided(): Promise<void> {
    await this.#decision.known();
    if (this.#isUnsent) return;
    // Until it is gone it says itself that it left: another window may come upon it.
    await this.#kept.save(this.#draft.bytes(this.#operation()));
    await this.#kept.remove();
  }

  /** Whether what is written now would come too late for the form. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the editor of its body may hold this. */
  fits(json: string): boolean {
    return this.#draft.fits(json);
  }

  /** VS Code saves the editor of its body, which closes with it, once the form is over: the next form has it. */
  async late(json: string): Promise<void> {
    if (json === this.#draft.body(this.#operation()) || !this.#draft.edit(json)) return;
    await this.#keepLate();
  }

  /**
   * The answer of its call. Where the form was closed meanwhile nothing else would say that it is there, and it may have been paid for.
   * @returns whether it could never leave: then what was typed is unsent again, and was not kept with a form that is closed
   */
  async came(done: Settled): Promise<boolean> {
    if (this.#isOver) this.#tell(done);
    else if (this.#isGone) this.#untold = done;
    if (done.settlement.outcome !== 'not-sent') return false;
    this.#draft.stayed(done.order.id);
    if (this.#isOver && !(await this.#hasLeftBefore())) await this.#keepLate();
    return true;
  }

  async #keepLate(): Promise<void> {
    if (!this.#isUnsent) return;
    const isKept = await this.#kept.keepLate(this.#draft.bytes(this.#operation()), this.name);
    if (!isKept) this.#draft.empty(this.#operation());
  }

  /** Typed anew, and sent from there before. What stands in a field that the settings have lost was not. */
  async #hasLeftBefore(): Promise<boolean> {
    const operation = this.#operation();
    if (!this.#draft.isShown(operation)) return false;
    return leftBefore(this.#services, operation, this.#draft.id, this.#draft.body(operation));
  }

  get #isUnsent(): boolean {
    return this.#draft.isUnsent(this.#operation());
  }
}
