import * as vscode from 'vscode';
import type { LearnedOld } from '../../calls/ports/shapePorts.ts';
import { operationById } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/words.ts';
import { askRead } from '../asking/pressedUnread.ts';
import type { Services } from '../base/services.ts';
import { inputsWord, knownCodes } from './known.ts';
import { operationOf, tellNothing } from './pickCode.ts';

function learnedWords({ looked, of, learned }: LearnedOld): string {
  const taught =
    learned === 1
      ? vscode.l10n.t('Learned from 1 of {0} orders.', looked)
      : vscode.l10n.t('Learned from {0} of {1} orders.', learned, looked);
  const left = of - looked;
  return left <= 0
    ? taught
    : `${taught} ${vscode.l10n.t('Not looked at yet: {0}. Run the command again to go on.', left)}`;
}

/** Looks at the answers that are kept and taught nothing yet. Sends nothing. */
export async function learnFromHistory(services: Services): Promise<void> {
  const { learning } = await services.ledger();
  if ((await learning.unlearned()) === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Everything in the order history has already been learned.'),
    );
    return;
  }
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Learning from the order history'),
  };
  const done = await vscode.window.withProgress(options, (progress, token) => {
    let share = 0;
    return learning.learnOld(
      ({ looked, of }) => {
        const now = of === 0 ? 100 : (looked / of) * 100;
        progress.report({ message: `${looked} / ${of}`, increment: now - share });
        share = now;
      },
      () => token.isCancellationRequested,
    );
  });
  void vscode.window.showInformationMessage(learnedWords(done));
}

interface ForgetItem extends vscode.QuickPickItem {
  readonly id: OperationId;
}

async function chooseLearned(services: Services, argument: unknown): Promise<OperationId | undefined> {
  const meant = operationOf(argument);
  if (meant !== null) return meant;
  const { learning } = await services.ledger();
  const known = knownCodes(await learning.heads({}));
  if (known.length === 0) {
    tellNothing();
    return undefined;
  }
  const items: ForgetItem[] = [];
  for (const id of new Set(known.map(({ operation }) => operation))) {
    const { inputs } = await learning.inputs({ operation: id });
    items.push({ label: operationById(id).title, description: inputsWord(inputs), id });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Forget What Was Learned'),
    placeHolder: vscode.l10n.t('Operation'),
  });
  return picked?.id;
}

/** After asking: what was learned of an operation, at every service, is gone then. Orders stay. */
export async function forgetLearned(services: Services, argument: unknown): Promise<void> {
  const id = await chooseLearned(services, argument);
  if (id === undefined) return;
  const { title } = operationById(id);
  const forget = vscode.l10n.t('Forget');
  const detail = vscode.l10n.t(
    'Its observed shapes are deleted for all environments, and answers are no longer compared with them. Orders stay, and your request fields too; Learn From Order History can learn again from the orders that are kept.',
  );
  const answer = await askRead(vscode.l10n.t('Forget what was learned of {0}?', title), detail, [forget]);
  if (answer !== forget) return;
  await (await services.ledger()).learning.forget(id);
  void vscode.window.showInformationMessage(vscode.l10n.t('Forgot what was learned of {0}.', title));
}
