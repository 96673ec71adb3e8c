/**
 * Sends a request once for commands that were given while it was on its way: each reads its file first, and one that reads
 * slowly may be ready only after the other has been answered.
 */
export class OneAtATime {
  private readonly underWay = new Set<string>();
  /** How many commands had been given as it ended last, by place. */
  private readonly ended = new Map<string, number>();
  private count = 0;

  /** To be asked as a command is given, and anew when its user has chosen something since. Which command it is. */
  given(): number {
    this.count += 1;
    return this.count;
  }

  /** Whether the request was on its way when that command was given, or is. */
  isTaken(place: string, given: number): boolean {
    return this.underWay.has(place) || (this.ended.get(place) ?? 0) >= given;
  }

  async run<T>(place: string, send: () => Promise<T>): Promise<T> {
    this.underWay.add(place);
    try {
      return await send();
    } finally {
      this.underWay.delete(place);
      this.ended.set(place, this.count);
    }
  }
}
