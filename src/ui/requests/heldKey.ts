/** Longer than keyboards wait before they repeat a key that is held down; ms. */
const repeatsWithin = 700;

/** Tells a key held down from one pressed again: VS Code runs the command of a keybinding with every repeat. */
export class HeldKey {
  private place = '';
  private last = Number.NEGATIVE_INFINITY;

  /** To be asked once for each press. @param now ms since any moment */
  isHeld(place: string, now: number): boolean {
    const held = place === this.place && now - this.last < repeatsWithin;
    this.place = place;
    this.last = now;
    return held;
  }
}
