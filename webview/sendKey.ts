/** How long VS Code may take from a key pressed here to the command it is bound to. */
const answeredWithinMs = 5000;
/** A key held down repeats many times a second. */
const stillHeldMs = 1000;

/**
 * Where a Send that VS Code hands to the page comes from. The key is VS Code's (package.json, Keyboard Shortcuts): the page
 * sends nothing for a press by itself, so one press is one Send. But any extension can run the command, and the page alone
 * sees its keys: only the press that is bound at first proves a user's hand.
 */
export type SendFrom = 'press' | 'held' | 'command';

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly isTrusted: boolean;
}

/** Ctrl+Enter, on a Mac Cmd+Enter. */
export function isSendKey({ key, ctrlKey, metaKey }: Pick<Press, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** Whether VS Code has run the command of that key while this page is the active one. */
export function isSendMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'send';
}

export class SendKey {
  readonly #now: () => number;
  /** When the key was pressed that no Send has answered yet, ms since the epoch. */
  #pressed: number | null = null;
  #held = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** To be told of every key. */
  key(press: Press): void {
    if (!press.isTrusted) return;
    if (press.repeat) this.#held = this.#now();
    else if (isSendKey(press) && !press.altKey && !press.shiftKey) this.#pressed = this.#now();
  }

  /** Of the Send that has just come; a press answers for one. */
  take(): SendFrom {
    const now = this.#now();
    const isPress = this.#pressed !== null && now - this.#pressed < answeredWithinMs;
    this.#pressed = null;
    if (isPress) return 'press';
    return now - this.#held < stillHeldMs ? 'held' : 'command';
  }
}
