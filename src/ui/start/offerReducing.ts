import * as vscode from 'vscode';
import type { AadhaarStore } from '../../calls/ports/aadhaarPorts.ts';
import type { Operation } from '../../contract/shapes.ts';

/** As many orders as are counted at most. */
const mostCounted = 1000;

/**
 * Orders that were written before Aadhaar numbers were reduced are offered the same: once, in one window. What is left
 * open is asked again at another start; what was begun and cancelled goes on from there.
 */
export async function offerReducing(
  store: AadhaarStore,
  operations: readonly Operation[],
  now: () => number,
): Promise<void> {
  const count = await store.claimOffer(operations, now());
  if (count === null) return;
  const { l10n, window } = vscode;
  const [reduce, keep, later] = [l10n.t('Reduce Now'), l10n.t('Keep'), l10n.t('Later')];
  const many = count >= mostCounted ? l10n.t('{0} or more', mostCounted) : String(count);
  const answer = await window.showInformationMessage(
    l10n.t(
      'The order history holds full Aadhaar numbers of earlier orders ({0} may have one). New orders keep only the last four digits once they are settled. Reduce the earlier ones, too? Their full numbers cannot be brought back; backups of the order history that earlier versions left are removed.',
      many,
    ),
    reduce,
    keep,
    later,
  );
  if (answer === reduce) await reduceNow(store, operations, now());
  else await store.answerOffer(answer === keep ? 'keep' : 'later');
}

async function reduceNow(store: AadhaarStore, operations: readonly Operation[], now: number): Promise<void> {
  const { l10n, window, ProgressLocation } = vscode;
  const options = {
    location: ProgressLocation.Notification,
    cancellable: true,
    title: l10n.t('Reducing Aadhaar numbers'),
  };
  const done = await window.withProgress(options, (progress, token) => {
    let shown = 0;
    return store.reduceOld(
      operations,
      now,
      ({ looked, of, reduced }) => {
        const percent = of === 0 ? 100 : (looked / of) * 100;
        progress.report({ increment: percent - shown, message: ordersWord(reduced) });
        shown = percent;
      },
      () => token.isCancellationRequested,
    );
  });
  void window.showInformationMessage(doneWords(done.reduced, done.looked < done.of));
}

function ordersWord(count: number): string {
  return count === 1 ? vscode.l10n.t('1 order') : vscode.l10n.t('{0} orders', count);
}

function doneWords(reduced: number, stopped: boolean): string {
  const { l10n } = vscode;
  if (stopped) {
    return reduced === 1
      ? l10n.t('Stopped: the Aadhaar number of 1 order is reduced; you will be asked about the others again.')
      : l10n.t(
          'Stopped: the Aadhaar numbers of {0} orders are reduced; you will be asked about the others again.',
          reduced,
        );
  }
  return reduced === 1
    ? l10n.t('The Aadhaar number of 1 order is reduced to its last four digits.')
    : l10n.t('The Aadhaar numbers of {0} orders are reduced to their last four digits.', reduced);
}
