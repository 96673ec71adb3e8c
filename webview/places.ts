/**
 * Where the page is scrolled to. Wide, request and answer scroll each for itself; narrow, the window does. The next
 * answer is shown at the place of the last one, or from its beginning where that was not in view.
 */

import { bringIntoView } from './intoView.ts';

/** Elements of a page that scroll alone while they are beside each other. */
const ANSWER = '.answer-side';

/** Whether request and answer stand side by side. */
function isSplit(): boolean {
  const side = document.querySelector(ANSWER);
  return side !== null && getComputedStyle(side).overflowY === 'auto';
}

/** How far the answer, or the page that holds it, is scrolled, px. */
export function scrolled(): number {
  const top = isSplit() ? document.querySelector(ANSWER)?.scrollTop : window.scrollY;
  return Math.round(top ?? 0);
}

export function scrollAnswerTo(top: number): void {
  if (isSplit()) document.querySelector(ANSWER)?.scrollTo(0, top);
  else window.scrollTo(0, top);
}

/** Where the user read when the call left: taken before the answer steps aside. Null = the answer was not in view. */
export function readingPlace(): number | null {
  if (isSplit()) return scrolled();
  const body = document.querySelector('.answer[data-outcome] .answer-body');
  if (body === null) return null;
  const { top } = body.getBoundingClientRect();
  return top < window.innerHeight / 2 ? scrolled() : null;
}

/** Shows a new answer: at the place where its forerunner was read, else from its beginning. */
export function showAnswer(place: number | null): void {
  if (isSplit()) {
    scrollAnswerTo(place ?? 0);
    return;
  }
  if (place !== null) window.scrollTo(0, place);
  else {
    const start = document.querySelector('.answer-start');
    if (start !== null) bringIntoView(start, 'start');
  }
}
