/**
 * Hides a list or a box that was answered, once whoever asked has shown the next one: VS Code hides the last one by itself then, and
 * keeps the focus. Else the focus would pass through the page below, and a key typed meanwhile would reach it.
 */
export function afterNext(hide: () => void): void {
  setImmediate(hide);
}
