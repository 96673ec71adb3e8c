import type { Input } from '../controls.ts';

/**
 * Mends what the toolkit's inputs lack; to be called after each render. The real input sits in a shadow root, where an
 * id of the page means nothing: descriptions are tied by element. `data-label` is its name, `data-describedby` the ids of
 * its notes and hints. Nothing typed is remembered, corrected or spell-checked elsewhere: it is personal data.
 */
export function mendInputs(root: ParentNode): void {
  for (const host of root.querySelectorAll<Input>('vscode-text-field, vscode-text-area')) {
    const input = host.control;
    host.setAttribute('aria-label', host.dataset.label ?? '');
    const ids = (host.dataset.describedby ?? '').split(' ').filter((id) => id !== '');
    const notes = ids.flatMap((id) => document.getElementById(id) ?? []);
    describe(input, notes);
    input.inputMode = host.dataset.inputmode ?? 'text';
    if (host.dataset.invalid === 'true') input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.setAttribute('autocapitalize', 'off');
    input.setAttribute('autocorrect', 'off');
  }
}

/** By element where the browser can, else by text: both give the same accessible description. */
function describe(input: HTMLElement, notes: readonly HTMLElement[]): void {
  if ('ariaDescribedByElements' in input) {
    input.ariaDescribedByElements = notes;
    return;
  }
  const text = notes.map((note) => note.textContent.trim()).join(' ');
  (input as HTMLElement).setAttribute('aria-description', text);
}
