/**
 * The time while `openWindow` runs. It waits for nothing, so VS Code cannot take a changed setting over meanwhile: what several
 * parts ask for is looked up once. To look a setting up costs as much as to register a view. Afterwards each is read afresh.
 */
export class Starting {
  private isOver = false;
  private readonly forget: (() => void)[] = [];

  /** `read`, done once until the start is over. */
  once<T>(read: () => T): () => T {
    let kept: { readonly value: T } | null = null;
    this.forget.push(() => {
      kept = null;
    });
    return () => {
      if (this.isOver) return read();
      kept ??= { value: read() };
      return kept.value;
    };
  }

  end(): void {
    this.isOver = true;
    for (const one of this.forget.splice(0)) one();
  }
}
