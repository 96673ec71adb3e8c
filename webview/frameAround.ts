/**
 * The frame that VS Code puts around a page. It is what VS Code's dialogs, pickers and find box give the focus to, and
 * there it stays: keys are lost. Nothing in the page tells this from a focus that is somewhere else for good, so the
 * frame itself is asked; it is of the page's own origin and known as the sender of the host's messages.
 */
export class FrameAround {
  readonly #taken: () => void;
  #frame: Window | null = null;

  /** @param taken the frame has got the focus */
  constructor(taken: () => void) {
    // A focus that is moved while it is being given stays where it was given.
    this.#taken = () => void setTimeout(taken);
    this.#followOnlyWhatIsTrue();
  }

  /** To be called with the sender of each message. */
  meet(sender: MessageEventSource | null): void {
    if (sender === null || sender === this.#frame || sender === window) return;
    try {
      if (!('document' in sender)) return;
      sender.addEventListener('focus', this.#taken);
    } catch {
      // Of another origin, of which not even that may be asked: some other VS Code than those we know. Then the host's word has to do.
      return;
    }
    this.#frame?.removeEventListener('focus', this.#taken);
    this.#frame = sender;
  }

  /**
   * VS Code tells the frame twice to give us the focus: at once, and by a message 50 ms later that it cannot call back. A question
   * that is opened in between would lose the focus to us and close unread.
   */
  #followOnlyWhatIsTrue(): void {
    const take = window.focus.bind(window);
    window.focus = () => {
      if (this.mayHaveFocus()) take();
    };
  }

  /** Whether the frame or the page in it has the focus, or nobody can know. */
  mayHaveFocus(): boolean {
    return this.#frame === null || this.#frame.document.hasFocus();
  }
}
