/** Token kinds of jsonc-parser's scanner; its own enum is ambient and cannot be imported under isolatedModules. */
export const token = {
  openObject: 1,
  closeObject: 2,
  openList: 3,
  closeList: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

export type Role = 'open' | 'close' | 'key' | 'colon' | 'comma' | 'scalar' | 'end' | 'wrong';

type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'after-value' | 'end';

/** The grammar of JSON over a stream of tokens, without recursion: says what part each token plays. */
export class JsonGrammar {
  private expected: Expected = 'value';
  /** Per open container, whether it is a list. */
  private readonly lists: boolean[] = [];
  /** The keys that lead to the current value; a list adds none. Owned by the grammar: read it, do not keep it. */
  readonly path: string[] = [];

  /** Containers open now. */
  get depth(): number {
    return this.lists.length;
  }

  /** True when the innermost open container is a list. */
  get inList(): boolean {
    return this.lists.at(-1) ?? false;
  }

  take(kind: number, value: string): Role {
    switch (kind) {
      case token.openObject:
        return this.open(false);
      case token.openList:
        return this.open(true);
      case token.closeObject:
        return this.close(false);
      case token.closeList:
        return this.close(true);
      case token.comma:
        if (this.expected !== 'after-value') return 'wrong';
        this.expected = this.inList ? 'value' : 'key';
        return 'comma';
      case token.colon:
        if (this.expected !== 'colon') return 'wrong';
        this.expected = 'value';
        return 'colon';
      case token.end:
        return this.expected === 'end' ? 'end' : 'wrong';
      case token.string:
        if (this.expected === 'key' || this.expected === 'key-or-close') {
          this.path.push(value);
          this.expected = 'colon';
          return 'key';
        }
        return this.scalar();
      case token.number:
      case token.true:
      case token.false:
      case token.null:
        return this.scalar();
      default:
        return 'wrong';
    }
  }

  /** To be called once a scalar or a closed container has been dealt with: its key leads nowhere any more. */
  leave(): void {
    if (this.depth === 0) this.expected = 'end';
    else {
      if (!this.inList) this.path.pop();
      this.expected = 'after-value';
    }
  }

  private get valueExpected(): boolean {
    return this.expected === 'value' || this.expected === 'value-or-close';
  }

  private open(list: boolean): Role {
    if (!this.valueExpected) return 'wrong';
    this.lists.push(list);
    this.expected = list ? 'value-or-close' : 'key-or-close';
    return 'open';
  }

  private close(list: boolean): Role {
    const empty = this.expected === (list ? 'value-or-close' : 'key-or-close');
    if (this.depth === 0 || this.inList !== list || !(empty || this.expected === 'after-value'))
      return 'wrong';
    this.lists.pop();
    return 'close';
  }

  private scalar(): Role {
    return this.valueExpected ? 'scalar' : 'wrong';
  }
}
