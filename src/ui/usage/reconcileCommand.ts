import * as vscode from 'vscode';
import type { OrderSummary } from '../../calls/ports.ts';
import { nearMs, type OwnOrder, reconcile } from '../../calls/reconcile.ts';
import { reconcileCsv } from '../../calls/reconcileRows.ts';
import { readStatement, type StatementLine } from '../../calls/statement.ts';
import type { Zone } from '../../calls/statementTimes.ts';
import type { Services } from '../services.ts';
import { saveText } from './exportUsage.ts';
import { reconcileUri } from './reconcileDocument.ts';
import { type Compared, reconcileText } from './reconcileText.ts';
import { chooseColumns, chooseZone } from './statementColumns.ts';
import { readTable } from './statementSource.ts';

/** Documents kept for the window; the oldest goes first. */
const mostKept = 20;

function own(order: OrderSummary): OwnOrder {
  const { id, orderId, operation, begunAt, outcome, billing, price, messageCode } = order;
  return { id, orderId, operation, begunAt, outcome, billing, price, messageCode };
}

/** Orders that the statement could list: within its times, or named by it. Undefined = cancelled. */
async function ownOrders(
  services: Services,
  environment: string,
  lines: readonly StatementLine[],
): Promise<OwnOrder[] | undefined> {
  const ids = new Set(lines.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])));
  const times = lines.flatMap(({ at }) => (at === null ? [] : [at]));
  const from = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY) - nearMs;
  const to = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY) + nearMs;
  const ledger = await services.ledger();
  // An order_id may belong to a time outside of the statement's, when its clock or zone is another.
  const span = ids.size > 0 ? {} : { from, to: to + 1 };
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Comparing with the order history'),
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const found: OwnOrder[] = [];
    let seen = 0;
    for await (const order of ledger.scan({ environments: [environment], ...span })) {
      if (token.isCancellationRequested) return undefined;
      seen += 1;
      if (seen % 5000 === 0) progress.report({ message: vscode.l10n.t('{0} orders', seen) });
      const isNear = order.begunAt >= from && order.begunAt <= to;
      if (isNear || (order.orderId !== null && ids.has(order.orderId))) found.push(own(order));
    }
    return found;
  });
}

async function chooseEnvironment(services: Services, title: string): Promise<string | undefined> {
  const { environments: used } = await (await services.ledger()).distinct();
  const current = services.environments.current().name;
  const others = [...services.environments.all().map(({ name }) => name), ...used];
  const names = [...new Set([current, ...others])];
  if (names.length === 1) return current;
  return vscode.window.showQuickPick(names, {
    title,
    placeHolder: vscode.l10n.t('Whose statement is it?'),
    ignoreFocusOut: true,
  });
}

function zoneWords(zone: Zone): string {
  switch (zone) {
    case 'ist':
      return vscode.l10n.t('India (IST, UTC+05:30)');
    case 'local':
      return vscode.l10n.t('Local time of this computer');
    case 'utc':
      return 'UTC';
  }
}

/** Lays a statement of the provider beside the order history; everything happens on this computer. */
export class Reconciler {
  private readonly services: Services;
  private readonly texts = new Map<string, string>();

  constructor(services: Services) {
    this.services = services;
  }

  /** The document of an earlier comparison, as long as the window lives. */
  text(id: string): string {
    return (
      this.texts.get(id) ??
      vscode.l10n.t(
        'This comparison ended with its window; nothing of the statement was kept. Reconcile again to see it.',
      )
    );
  }

  async run(): Promise<void> {
    const { services } = this;
    const title = vscode.l10n.t('Reconcile With Statement');
    const table = await readTable(services, title);
    if (table === undefined) return;
    const chosen = await chooseColumns(services.memory, title, table);
    if (chosen === undefined) return;
    const zone = await chooseZone(title, chosen.body, chosen.columns);
    if (zone === undefined) return;
    const environment = await chooseEnvironment(services, title);
    if (environment === undefined) return;
    const reading = readStatement(chosen.body, chosen.columns, zone.zone);
    if (reading.lines.length === 0) {
      throw new Error(
        vscode.l10n.t('No line of {0} has an order_id or a readable time. Choose other columns.', table.name),
      );
    }
    const orders = await ownOrders(services, environment, reading.lines);
    if (orders === undefined) return;
    const hasTimes = reading.lines.some(({ at }) => at !== null);
    const result = reconcile(reading.lines, orders);
    await this.show({
      environment,
      statement: table.name,
      reading,
      result,
      hasTimes,
      zone: zone.isNeeded ? zoneWords(zone.zone) : null,
    });
  }

  private async show(compared: Compared): Promise<void> {
    const id = this.services.newId();
    this.texts.set(id, reconcileText(compared));
    for (const old of [...this.texts.keys()].slice(0, -mostKept)) this.texts.delete(old);
    await showMarkdown(reconcileUri(id));
    const { pairs, onlyTheirs, onlyOurs } = compared.result;
    const differ = pairs.filter(({ findings }) => findings.length > 0).length;
    const save = vscode.l10n.t('Export CSV…');
    const words = vscode.l10n.t(
      '{0} in both, {1} of them differ; {2} only on the statement, {3} only in the order history.',
      pairs.length,
      differ,
      onlyTheirs.length,
      onlyOurs.length,
    );
    // Not waited for: the message stays until it is closed.
    void this.offer(words, save, compared);
  }

  private async offer(words: string, save: string, { result }: Compared): Promise<void> {
    try {
      if ((await vscode.window.showInformationMessage(words, save)) !== save) return;
      await saveText(
        this.services,
        vscode.l10n.t('Reconcile With Statement'),
        'reconciled',
        reconcileCsv(result),
      );
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }
}

/** In the built-in Markdown preview; as text where that is switched off. */
async function showMarkdown(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, { locked: true });
  } catch {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }
}
