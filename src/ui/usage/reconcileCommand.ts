import * as vscode from 'vscode';
import type { CountedTo } from '../../calls/environments/countedTo.ts';
import { isSimulatedIdentity } from '../../calls/environments/counting.ts';
import { billingAsRecorded } from '../../calls/orders/attention.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { namedIn } from '../../calls/statements/orderIds.ts';
import { isBillable, nearMs, type OwnOrder, reconcile } from '../../calls/statements/reconcile.ts';
import { reconcileCsv } from '../../calls/statements/reconcileRows.ts';
import {
  readStatement,
  type StatementColumns,
  type StatementLine,
  statementSpan,
} from '../../calls/statements/statement.ts';
import { mostShiftMs, ordersWithin, zoneThatFits } from '../../calls/statements/statementShift.ts';
import type { Zone } from '../../calls/statements/statementTimes.ts';
import { ColumnMemory } from '../base/both/columnMemory.ts';
import type { Services } from '../base/services.ts';
import { reconcileUri } from './both/reconcileDocument.ts';
import { ErasedCalls } from './erasedCalls.ts';
import { saveText } from './exportUsage.ts';
import type { Compared } from './reconcileNotes.ts';
import { reconcileText } from './reconcileText.ts';
import { chooseStated } from './statedEnvironment.ts';
import { type ChosenZone, chooseColumns, chooseZone } from './statementColumns.ts';
import { readTable, type StatementTable } from './statementSource.ts';

/** Documents kept for the window; the oldest goes first. */
const mostKept = 20;

function own(order: OrderSummary): OwnOrder {
  const { id, orderId, operation, begunAt, outcome, billing, price, messageCode, maskedInput } = order;
  const simulated = isSimulatedIdentity(order.identity) ? { simulated: true as const } : {};
  const isFree = isBillable(order) && !isBillable({ billing: billingAsRecorded(order) });
  const marks = { ...simulated, ...(isFree ? { recordedFree: true as const } : {}) };
  return { id, orderId, operation, begunAt, outcome, billing, price, messageCode, maskedInput, ...marks };
}

/** What of the order history is compared. */
interface Own {
  readonly orders: readonly OwnOrder[];
  /** Of all orders of the environment, how many were billed or may have been. */
  readonly billable: number;
  readonly erased: ErasedCalls;
}

/**
 * Orders that the statement could list: around its times, or named by it. Undefined = cancelled.
 * @param slackMs how much further its times may be off
 */
async function ownOrders(
  services: Services,
  stated: CountedTo,
  lines: readonly StatementLine[],
  slackMs: number,
): Promise<Own | undefined> {
  const isNamed = namedIn(lines);
  const around = statementSpan(lines);
  const [from, to] = [around.from - nearMs - slackMs, around.to + nearMs + slackMs];
  const ledger = await services.ledger();
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Comparing with the order history'),
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const orders: OwnOrder[] = [];
    const erased = await ErasedCalls.of(ledger, stated);
    let [seen, billable] = [0, 0];
    // All of them: an order_id may belong to another time, and what lies outside of the statement's is counted.
    for await (const order of ledger.scan(stated)) {
      if (token.isCancellationRequested) return undefined;
      seen += 1;
      erased.met(order);
      if (isBillable(order)) billable += 1;
      if (seen % 5000 === 0) progress.report({ message: vscode.l10n.t('{0} orders', seen) });
      const isNear = order.begunAt >= from && order.begunAt <= to;
      if (isNear || isNamed(order)) orders.push(own(order));
    }
    return { orders, billable, erased };
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

function useWords(zone: Zone): string {
  switch (zone) {
    case 'ist':
      return vscode.l10n.t('Use India (IST)');
    case 'local':
      return vscode.l10n.t('Use Local Time');
    case 'utc':
      return vscode.l10n.t('Use UTC');
  }
}

/** What a comparison in another zone needs; nothing is asked or read again. */
interface Known {
  readonly environment: string;
  readonly name: string;
  readonly columns: StatementColumns;
  readonly body: StatementTable['rows'];
  readonly above: number;
  readonly history: Own;
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

  /** @param environment the name of one, where its user chose it already */
  async run(environment?: unknown): Promise<void> {
    const { services } = this;
    const title = vscode.l10n.t('Reconcile With Statement');
    const table = await readTable(services, title);
    if (table === undefined) return;
    const memory = new ColumnMemory(services.memory, () => services.ledger(), 'statementColumnPlaces');
    const chosen = await chooseColumns(await services.ledger(), memory, title, table);
    if (chosen === undefined) return;
    const zone = await chooseZone(title, chosen.body, chosen.columns);
    if (zone === undefined) return;
    const stated = await chooseStated(services, title, environment);
    if (stated === undefined) return;
    const { columns, body, above } = chosen;
    const { lines } = readStatement(body, columns, zone.zone);
    if (lines.length === 0) {
      throw new Error(
        vscode.l10n.t('No line of {0} has an order_id or a readable time. Choose other columns.', table.name),
      );
    }
    const history = await ownOrders(services, stated.orders, lines, zone.isNeeded ? mostShiftMs : 0);
    if (history === undefined) return;
    await this.compare({ environment: stated.name, name: table.name, columns, body, above, history }, zone);
  }

  private async compare(known: Known, zone: ChosenZone): Promise<void> {
    const { environment, name, columns, body, above, history } = known;
    const { orders } = history;
    const reading = readStatement(body, columns, zone.zone);
    const { lines } = reading;
    const near = ordersWithin(lines, orders);
    const listed = statementSpan(lines);
    // As far as an order may lie beside its line.
    const [from, to] = [listed.from - nearMs, listed.to + nearMs];
    const better = zone.isNeeded ? zoneThatFits(body, columns, orders, zone.zone) : null;
    const compared: Compared = {
      environment,
      statement: name,
      above,
      reading,
      result: reconcile(lines, near),
      span:
        listed.from > listed.to
          ? null
          : { from, to, outside: history.billable - near.filter(isBillable).length },
      zone: zone.isNeeded ? zoneWords(zone.zone) : null,
      erased: history.erased.within(listed.from, listed.to),
    };
    const again = better === null ? null : () => this.compare(known, { zone: better, isNeeded: true });
    await this.show(compared, better === null ? null : useWords(better), again);
  }

  private async show(
    compared: Compared,
    use: string | null,
    again: (() => Promise<void>) | null,
  ): Promise<void> {
    const id = this.services.newId();
    this.texts.set(id, reconcileText(compared));
    for (const old of [...this.texts.keys()].slice(0, -mostKept)) this.texts.delete(old);
    await showMarkdown(reconcileUri(id));
    const { pairs, onlyTheirs, onlyOurs } = compared.result;
    const differ = pairs.filter(({ findings }) => findings.length > 0).length;
    const words = vscode.l10n.t(
      '{0} in both, {1} with a difference; {2} only on the statement, {3} only in the order history.',
      pairs.length,
      differ,
      onlyTheirs.length,
      onlyOurs.length,
    );
    // Not waited for: the message stays until it is closed.
    void this.offer(words, compared, use, again);
  }

  private async offer(
    words: string,
    { result }: Compared,
    use: string | null,
    again: (() => Promise<void>) | null,
  ): Promise<void> {
    const save = vscode.l10n.t('Export CSV…');
    try {
      const shifted = vscode.l10n.t('The times are shifted by whole or half hours.');
      const answer =
        use === null
          ? await vscode.window.showInformationMessage(words, save)
          : await vscode.window.showInformationMessage(`${shifted} ${words}`, use, save);
      if (answer === use && again !== null) await again();
      if (answer !== save) return;
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
