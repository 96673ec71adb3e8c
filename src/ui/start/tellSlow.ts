import * as vscode from 'vscode';

/** Sooner, a notification would come and go in a blink. */
const slowMs = 1500;

/** Waits for the order history, and says so if it takes long: a large one is brought to a new version's form once. */
export async function tellSlow<T>(opening: Promise<T>): Promise<T> {
  const title = vscode.l10n.t(
    'The order history is being prepared for this version. Calls wait until it is done.',
  );
  const show = (): void => {
    const options = { location: vscode.ProgressLocation.Notification, title };
    // Whoever asked for the history is told when opening it fails.
    void vscode.window.withProgress(options, () => opening.then(undefined, () => undefined));
  };
  const timer = setTimeout(show, slowMs);
  try {
    return await opening;
  } finally {
    clearTimeout(timer);
  }
}
