import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { FoldedText, type TextLine } from '../../src/contract/foldedText.ts';
import { jsonPieces } from '../../src/contract/jsonPieces.ts';
import type { LinesView } from '../../src/protocol/contents.ts';
import { size } from '../format.ts';
import { button } from '../parts.ts';
import type { Pieces } from '../pieces.ts';
import { t } from '../strings.ts';
import { drawn } from './virtual.ts';

export interface RawInput {
  readonly answerId: string;
  /** The text, or the beginning of one that is too large for a snapshot. */
  readonly text: string;
  /** False for a beginning: its lines are asked for. */
  readonly isWhole: boolean;
  /** Bytes of the body. */
  readonly totalBytes: number;
  /** Changes when the text does. */
  readonly version: string;
  /** Its accessible name. */
  readonly label: string;
  readonly revealed: boolean;
  readonly folds: readonly number[];
  readonly pieces: Pieces;
}

/** Until a line was measured, px. */
const someLine = 18;
/** Lines asked for at once. */
const chunk = 400;
/** Folds made at once. */
const mostFolds = 10_000;

/** A text with line numbers, colours and folds, of which only the lines in view are drawn. */
export class VerificationRaw extends HTMLElement {
  #input: RawInput | null = null;
  /** The text that came with the snapshot; of one that is asked for, what is shown until it comes. */
  #own: FoldedText | null = null;
  #version = '';
  #part: LinesView | null = null;
  #asked = '';
  #lineHeight = someLine;
  /** What is seen of the text grows with its lines, and with the window: more of them are drawn then. */
  readonly #resized = new ResizeObserver(() => this.#draw());
  #observed: HTMLElement | null = null;

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#observed = null;
  }

  set input(input: RawInput) {
    const isOther = input.version !== this.#version || input.text !== this.#input?.text;
    this.#input = input;
    if (isOther) {
      this.#version = input.version;
      this.#own = new FoldedText(input.text, input.isWhole && isJson(input.text));
      this.#part = null;
    }
    this.#asked = '';
    this.#draw();
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector('pre.raw');
  }

  #draw(): void {
    const input = this.#input;
    if (input === null) return;
    const total = this.#part?.total ?? this.#own?.part(input.folds, 0, 0).total ?? 1;
    const scroller = this.#scroller;
    const view = scroller?.clientHeight ?? 600;
    const part = drawn({ top: scroller?.scrollTop ?? 0, view, row: this.#lineHeight, rows: total });
    const lines = this.#lines(input, part.from, part.count);
    const count = this.#part?.lines ?? this.#own?.lines ?? 1;
    const digits = String(count).length;
    render(
      html`
        ${this.#note(input)} ${this.#folding(input)}
        <pre
          class="raw" tabindex="0" role="group" aria-label=${input.label}
          .style=${`--digits: ${digits}ch`} @scroll=${() => this.#draw()}
        ><div class="raw-all" .style=${`height: ${part.height}px`}><div
          class="raw-lines" .style=${`transform: translateY(${part.offset}px)`}
        >${lines.map((line) => this.#line(line, line.line < count - 1))}</div></div></pre>
      `,
      this,
    );
    this.#observe();
    this.#measure();
  }

  #observe(): void {
    const scroller = this.#scroller;
    if (scroller === null || scroller === this.#observed) return;
    this.#resized.disconnect();
    this.#resized.observe(scroller);
    this.#observed = scroller;
  }

  #folding({ folds, isWhole }: RawInput): TemplateResult | typeof nothing {
    const all = isWhole ? (this.#own?.foldable(mostFolds) ?? []) : [];
    if (all.length === 0 && folds.length === 0) return nothing;
    const fold = (): void => this.#fold(all);
    const unfold = (): void => this.#fold([]);
    return html`<p class="raw-tools">
      ${all.length === 0 ? nothing : button({ text: t('Fold all'), icon: 'collapse-all', look: 'link', press: fold })}
      ${folds.length === 0 ? nothing : button({ text: t('Unfold all'), icon: 'expand-all', look: 'link', press: unfold })}
    </p>`;
  }

  /** That this is not all: yet, or at all. */
  #note({ isWhole, text, totalBytes }: RawInput): TemplateResult | typeof nothing {
    const shown = isWhole ? null : this.#part === null ? text.length : this.#part.cutAt;
    if (shown === null) return nothing;
    return html`<p class="result-note">${t('Showing {0} of {1}.', size(shown), size(totalBytes))}</p>`;
  }

  #lines(input: RawInput, from: number, count: number): readonly TextLine[] {
    const have = this.#part;
    if (!input.isWhole) {
      const isHere = have !== null && from >= have.from && from + count <= have.from + have.shown.length;
      if (!isHere || this.#asked === '') this.#ask(input, Math.max(0, from - chunk / 4));
    }
    if (have === null) return this.#own?.part(input.folds, from, count).shown ?? [];
    const start = from - have.from;
    return have.shown.slice(Math.max(0, start), Math.max(0, start + count));
  }

  #ask(input: RawInput, from: number): void {
    const asked = `${this.#version} ${input.folds.join()} ${from}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const { answerId, revealed, folds, pieces } = input;
    pieces
      .lines({ orderId: answerId, revealed, folded: folds, from, count: chunk })
      .then((part) => {
        if (asked !== this.#asked) return;
        this.#part = part;
        this.#draw();
      })
      .catch((error: unknown) => pieces.fail(error));
  }

  #measure(): void {
    const line = this.querySelector('.raw-line');
    // Not by its place: millions of pixels down, that is rounded.
    const height = line === null ? 0 : Number.parseFloat(getComputedStyle(line).height);
    if (!(height >= 1) || Math.abs(height - this.#lineHeight) < 0.01) return;
    this.#lineHeight = height;
    this.#draw();
  }

  #fold(folds: readonly number[]): void {
    const input = this.#input;
    input?.pieces.fold(input.answerId, folds);
  }

  #toggle(line: number): void {
    const folds = this.#input?.folds ?? [];
    this.#fold(folds.includes(line) ? folds.filter((one) => one !== line) : [...folds, line]);
  }

  /** Its line break stands in the text, so that what is marked and copied is the text. */
  #line({ line, text, cut, opens, folded }: TextLine, isBroken: boolean): TemplateResult {
    const label = folded ? t('Unfold line {0}', line + 1) : t('Fold line {0}', line + 1);
    return html`<div class="raw-line"><span class="raw-number" data-line=${line + 1}></span>${
      opens === 0
        ? html`<span class="raw-fold"></span>`
        : html`<button
            type="button" class="raw-fold codicon codicon-chevron-${folded ? 'right' : 'down'}"
            aria-label=${label} aria-expanded=${!folded} @click=${() => this.#toggle(line)}
          ></button>`
    }<span class="raw-text">${jsonPieces(text).map(({ kind, text: piece }) =>
      kind === 'other' || kind === 'mark' ? piece : html`<span class="json-${kind}">${piece}</span>`,
    )}${folded ? html`<span class="raw-more">${opens === 1 ? t('… 1 line') : t('… {0} lines', opens)}</span>` : nothing}${
      cut
        ? html`<span class="raw-more" title=${t('This line is longer; Copy Raw has all of it.')}>…</span>`
        : nothing
    }${isBroken ? '\n' : ''}</span></div>`;
  }
}

/** The host lays JSON out; anything else it leaves as it came. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

customElements.define('verification-raw', VerificationRaw);
