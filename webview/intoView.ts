/** Where an element shall stand: at the beginning of what scrolls, or anywhere in it, by the shortest way. */
type Place = 'start' | 'nearest';

/**
 * As scrollIntoView, with what our styles give it above and below (scroll-margin, scroll-padding), but within this
 * page: the browser's own scrolls the frames around the page as well, and VS Code's then stays some pixels down and cuts
 * off the top of the page.
 */
export function bringIntoView(element: Element, place: Place): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const style = getComputedStyle(box);
    const isPage = box === document.documentElement;
    if (!isPage && !/auto|scroll/.test(style.overflow)) continue;
    const edges = isPage ? { left: 0, top: 0 } : box.getBoundingClientRect();
    const [left, top] = [edges.left + box.clientLeft, edges.top + box.clientTop];
    const at = element.getBoundingClientRect();
    const own = getComputedStyle(element);
    box.scrollLeft += shortest(at.left - left, at.right - left - box.clientWidth);
    const before = at.top - px(own.scrollMarginTop) - top - px(style.scrollPaddingTop);
    const after =
      at.bottom + px(own.scrollMarginBottom) - top - box.clientHeight + px(style.scrollPaddingBottom);
    box.scrollTop += place === 'start' ? before : shortest(before, after);
  }
}

/** How far to scroll, px: not at all where both edges are within, or beyond on either side. */
function shortest(before: number, after: number): number {
  if (before * after <= 0) return 0;
  return Math.abs(before) < Math.abs(after) ? before : after;
}

/** "auto" is none. */
function px(length: string): number {
  return Number.parseFloat(length) || 0;
}
