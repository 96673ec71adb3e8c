import * as vscode from 'vscode';
import { timeLeft } from '../../calls/orders/timeLeft.ts';

/**
 * Waits where the user sees it and can end it. By the clock, not by a timer's length: a computer that slept has waited. What is
 * left never grows: a clock that is set back lengthens no wait, as the ledger moves what it is for along.
 * @param until ms since the epoch
 * @returns false when the user ended it
 */
export function waitInView(title: string, until: number, now: () => number): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const waiting = vscode.window.withProgress(options, (progress, token) => {
    return new Promise<boolean>((resolve) => {
      let [over, missing] = [until, Number.POSITIVE_INFINITY];
      const look = (): void => {
        const at = now();
        missing = Math.min(missing, over - at);
        over = at + missing;
        if (missing <= 0) end(true);
        else
          progress.report({
            message: vscode.l10n.t('{0} to wait; then checked again.', timeLeft(missing)),
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
