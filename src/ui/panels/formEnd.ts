import { closedForm, type PageId } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { KeptPage } from '../shell/keptPage.ts';
import type { SendDecision } from './callOut.ts';
import type { FormDraft } from './formDraft.ts';

/** What becomes of what is kept of a form that its user closed for good. */
export class FormEnd {
  /** Under which it is found by the next form of its operation. */
  readonly name: PageId;
  readonly #draft: FormDraft;
  readonly #kept: KeptPage;
  readonly #decision: SendDecision;
  readonly #operation: () => Operation;

  constructor(
    page: PageId,
    draft: FormDraft,
    kept: KeptPage,
    decision: SendDecision,
    operation: () => Operation,
  ) {
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

  /** What never left from it is there for the next form; so is what may leave yet, see `decided`. */
  async closed(): Promise<void> {
    const bytes = (): Uint8Array => this.#draft.bytes(this.#operation());
    if (this.#isUnsent) await this.#kept.setAside(bytes, this.name);
    else await this.#kept.remove();
  }

  /** Resolves once it is known whether what was asked about leaves; nothing is kept of what does. */
  async decided(): Promise<void> {
    await this.#decision.known();
    if (!this.#isUnsent) await this.#kept.remove();
  }

  get #isUnsent(): boolean {
    return this.#draft.isUnsent(this.#operation());
  }
}
