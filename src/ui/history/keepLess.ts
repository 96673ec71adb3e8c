import * as vscode from 'vscode';
import { type HeldBack, mostHeld } from '../../calls/ports/keepingPorts.ts';
import { commandIds } from '../../contributions.ts';
import { settings } from '../base/both/settings.ts';
import type { Services } from '../base/services.ts';

/** Asks whether what the settings keep no more goes for earlier orders, too; left open, it is asked at another start. */
export async function askKeepLess(services: Services, held: HeldBack): Promise<void> {
  const { l10n, window } = vscode;
  // The first is the one at hand: what cannot be undone is not.
  const [keep, backUp, erase] = [l10n.t('Keep'), l10n.t('Back Up Orders…'), l10n.t('Erase')];
  const answer = await window.showWarningMessage(words(held), keep, backUp, erase);
  if (answer === backUp) {
    await vscode.commands.executeCommand(commandIds.backUpOrders);
    return askKeepLess(services, held);
  }
  if (answer === undefined) return;
  const { keeping } = await services.ledger();
  if (!(await keeping.answer(held, answer === erase ? 'erase' : 'keep'))) {
    void window.showInformationMessage(
      l10n.t('The setting or the order history was changed meanwhile: nothing was erased.'),
    );
    return;
  }
  if (answer === keep) return;
  await window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t('Erasing earlier orders') },
    () => keeping.apply(settings.keepPolicy(), services.now()),
  );
}

function words({ keep, orders }: HeldBack): string {
  const { l10n } = vscode;
  const many =
    orders < mostHeld ? l10n.t('{0} earlier orders', orders) : l10n.t('{0} or more earlier orders', orders);
  const earlier = orders === 1 ? l10n.t('1 earlier order') : many;
  return keep === 'metadata'
    ? l10n.t(
        'Requests and answers are no longer kept (verificationExplorer.keep). The order history still holds those of {0}. Erase them, too? Only a backup brings paid answers back.',
        earlier,
      )
    : l10n.t(
        'Settled orders are no longer kept (verificationExplorer.keep). The order history still holds {0}, with paid answers. Erase what it holds, too? Only a backup brings it back, and nothing warns any more when the same input is paid for again.',
        earlier,
      );
}
