import { FrameAround } from './frameAround.ts';

/**
 * Keeps the focus within the page. VS Code's dialogs, pickers and find box give it back to the page, but the browser has
 * forgotten the element by then: it is focused again, with the caret where it was.
 */
export class FocusKeeper {
  #last: HTMLElement | null = null;
  #caret: readonly [number, number] | null = null;
  /** What the last one stood in, from within. */
  #places: readonly EventTarget[] = [];
  readonly #instead: () => HTMLElement | null;
  readonly #around = new FrameAround(() => {
    if (!document.hasFocus()) this.takeBack();
  });

  /** @param instead what takes the focus where nothing is left beside what had it */
  constructor(instead: () => HTMLElement | null = () => null) {
    this.#instead = instead;
    document.addEventListener('focusin', (event) => {
      if (!(event.target instanceof HTMLElement)) return;
      this.#last = event.target;
      this.#places = event.composedPath().slice(1);
    });
    // Before the dialog takes it: afterwards the input may have lost its selection.
    window.addEventListener('blur', () => this.#noteCaret());
    window.addEventListener('focus', () => this.#giveBack());
    // A press on plain text takes the focus from everything on purpose.
    document.addEventListener('click', () => {
      if (isNowhere()) this.#last = null;
    });
  }

  /** The id of the element that has or had the focus, or ''. */
  id(): string {
    return this.#last?.id ?? '';
  }

  /** Starts on an element: at once where the page has the focus, else when it gets it. */
  start(element: HTMLElement | null): void {
    if (element === null || this.#last !== null) return;
    this.#last = element;
    if (document.hasFocus()) this.#giveBack();
  }

  /** To be called with the sender of each message. */
  meet(sender: MessageEventSource | null): void {
    this.#around.meet(sender);
  }

  /** A dialog is closed: the element that had the focus takes it, caret and all, unless it has gone elsewhere since. */
  takeBack(): void {
    if (document.hasFocus() ? !isNowhere() : !this.#around.mayHaveFocus()) return;
    window.focus();
    this.#giveBack();
  }

  /** After a drawing: what had the focus may be gone, as Reveal is once it was pressed; what takes its place takes the focus. */
  afterDrawing(): void {
    if (this.#last !== null && !this.#last.isConnected && isNowhere() && document.hasFocus())
      this.#giveBack();
  }

  #noteCaret(): void {
    const input = inputOf(this.#last);
    const { selectionStart: start = null, selectionEnd: end = null } = input ?? {};
    this.#caret = start === null || end === null ? null : [start, end];
  }

  #giveBack(): void {
    const element = this.#successor();
    if (element === null || !isNowhere()) return;
    const input = inputOf(element);
    (input ?? element).focus({ preventScroll: true });
    // What was selected there is somebody's who is about to write over it.
    if (input?.selectionStart === input?.selectionEnd)
      input?.setSelectionRange(...(this.#caret ?? [input.value.length, input.value.length]));
    this.#caret = null;
  }

  #successor(): HTMLElement | null {
    const last = this.#last;
    if (last === null || last.isConnected) return last;
    if (last.id === 'send' || last.id === 'cancel')
      return document.querySelector<HTMLElement>('#send, #cancel');
    const same = last.id === '' ? null : document.getElementById(last.id);
    return same ?? this.#beside();
  }

  /** The first that can be pressed in the nearest place that is left, and not beyond its own side of the page. */
  #beside(): HTMLElement | null {
    for (const place of this.#places) {
      if (!(place instanceof Element && place.isConnected)) continue;
      if (place.matches('main, .sides')) return this.#instead();
      const found = place.querySelector<HTMLElement>(pressable);
      if (found !== null) return found;
    }
    return null;
  }
}

const pressable =
  ':is(button, input, select, textarea, summary, vscode-button, vscode-text-field):not(:disabled, [tabindex="-1"])';

function isNowhere(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

/** The input within one of the toolkit's, or the element itself; null for what has no caret. */
function inputOf(host: HTMLElement | null): HTMLInputElement | HTMLTextAreaElement | null {
  const inner = host !== null && 'control' in host ? host.control : host;
  const isInput = inner instanceof HTMLInputElement || inner instanceof HTMLTextAreaElement;
  return isInput && inner.selectionStart !== null ? inner : null;
}

/** The first field of the form, or the text of its JSON. */
export function firstField(): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    '.request :is(vscode-text-field, vscode-text-area, .fields select)',
  );
}
