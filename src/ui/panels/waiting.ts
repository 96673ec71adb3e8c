import * as vscode from 'vscode';

/** The service counts from when a call arrives, not from when it leaves. */
const marginMs = 1000;

/** `41 s`, `2:05 min`, `3:20 h` until a moment. */
function left(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return vscode.l10n.t('{0} s', seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return vscode.l10n.t('{0} min', `${minutes}:${two(seconds % 60)}`);
  return vscode.l10n.t('{0} h', `${Math.floor(minutes / 60)}:${two(minutes % 60)}`);
}

/**
 * Waits where the user sees it and can end it. By the clock, not by a timer's length: a computer that slept has waited.
 * @param until ms since the epoch
 * @returns false when the user ended it
 */
export function waitInView(title: string, until: number, now: () => number): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const over = until + marginMs;
  const waiting = vscode.window.withProgress(options, (progress, token) => {
    return new Promise<boolean>((resolve) => {
      const look = (): void => {
        const missing = over - now();
        if (missing <= 0) end(true);
        else
          progress.report({
            message: vscode.l10n.t('{0} to wait; then it is checked again.', left(missing)),
          });
      };
      const end = (isOver: boolean): void => {
        clearInterval(timer);
        resolve(isOver);
      };
      const timer = setInterval(look, 500);
      token.onCancellationRequested(() => end(false));
      look();
    });
  });
  return Promise.resolve(waiting);
}
