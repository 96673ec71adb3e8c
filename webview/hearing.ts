import type { ControllerPorts } from './controllerPorts.ts';

/** The end of a press may be where the page hears nothing of it. */
const heldAtMostMs = 3000;
/** A touch is told as a click a moment after the finger has left. */
const clickWithinMs = 50;
/** What works by the end of a press, the click. */
const pressable =
  'a, button, label, summary, vscode-button, input[type="checkbox"], input[type="radio"], [role="row"], [role="columnheader"]';
/** What works by its beginning, also within a label: a list of choices keeps the end of the press to itself. */
const open = 'select, input, textarea';

/** Whether what was pressed waits for the end of the press. */
function waitsForClick(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest(`${open}, ${pressable}`) : null;
  return control?.matches(pressable) === true;
}

/**
 * What the host says is heard at once, except while a control is pressed: then when it is let go, in the order in which it was
 * said. Leaving a field has it checked, and what is found stands in a line above: a button that moves away under the pointer
 * hears no click, and a row that is moved by others is taken for another.
 * @param hear given every `message` event of the window
 */
export function hearBetweenPresses(
  hear: (event: MessageEvent) => void,
  later: ControllerPorts['later'],
): void {
  const said: MessageEvent[] = [];
  let pressed: (() => void) | null = null;
  const release = (): void => {
    pressed?.();
    pressed = null;
    for (const event of said.splice(0)) hear(event);
  };
  const releaseWithin = (ms: number): void => {
    pressed?.();
    pressed = later(release, ms);
  };
  window.addEventListener('message', (event) => {
    if (pressed === null) hear(event);
    else said.push(event);
  });
  const listen = { capture: true };
  document.addEventListener(
    'pointerdown',
    ({ button, target }) => {
      if (button === 0 && waitsForClick(target)) releaseWithin(heldAtMostMs);
    },
    listen,
  );
  document.addEventListener('pointerup', () => pressed !== null && releaseWithin(clickWithinMs), listen);
  document.addEventListener('pointercancel', release, listen);
  // After all who handle it, and after the `change` of a box, which follows: what is heard may put another thing in the place
  // of what was pressed, and a box back to what it was.
  window.addEventListener('click', () => releaseWithin(0));
  window.addEventListener('blur', release);
}
