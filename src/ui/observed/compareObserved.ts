import * as vscode from 'vscode';
import { coverCode } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import type { Services } from '../base/services.ts';
import { type ObservedAddress, observedUri, shapeName } from './address.ts';
import { inputsWord, type KnownCode, knownCodes, placeName } from './known.ts';
import { chooseCode } from './pickCode.ts';

const dayMs = 86_400_000;

/** The other side of a comparison, and how the two are called there. */
interface OtherItem extends vscode.QuickPickItem {
  readonly other?: { readonly known: KnownCode; readonly asOf: number | null; readonly names: string };
}

function heading(label: string, items: readonly OtherItem[]): OtherItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** Only times at which something was known already: of others there is nothing to compare. */
function earlier(first: KnownCode, now: number): OtherItem[] {
  const spans: readonly (readonly [string, number])[] = [
    [vscode.l10n.t('As known a day ago'), 1],
    [vscode.l10n.t('As known a week ago'), 7],
    [vscode.l10n.t('As known a month ago'), 30],
    [vscode.l10n.t('As known a year ago'), 365],
  ];
  return spans.flatMap(([label, days]) => {
    const asOf = now - days * dayMs;
    const day = new Date(asOf).toLocaleDateString(vscode.env.language, { dateStyle: 'medium' });
    const names = vscode.l10n.t('{0} ↔ now', day);
    return first.since > asOf ? [] : [{ label, description: day, other: { known: first, asOf, names } }];
  });
}

function otherItems(
  services: Pick<Services, 'environments' | 'now'>,
  first: KnownCode,
  known: readonly KnownCode[],
): OtherItem[] {
  const others = known.filter((one) => one.operation === first.operation);
  const here = placeName(services, first.place);
  const codes = others
    .filter(({ place, code }) => place === first.place && code !== first.code)
    .map((one): OtherItem => {
      const names = `${coverCode(first.code)} ↔ ${coverCode(one.code)}`;
      const other = { known: one, asOf: null, names };
      return { label: coverCode(one.code), description: inputsWord(one.inputs), other };
    });
  const places = others
    .filter(({ place, code }) => place !== first.place && code === first.code)
    .map((one): OtherItem => {
      const there = placeName(services, one.place);
      const other = { known: one, asOf: null, names: `${here} ↔ ${there}` };
      return { label: there, description: inputsWord(one.inputs), other };
    });
  return [
    ...heading(vscode.l10n.t('Another code'), codes),
    ...heading(vscode.l10n.t('Another environment'), places),
    ...heading(vscode.l10n.t('Another time'), earlier(first, services.now())),
  ];
}

function addressOf({ operation, place, code }: KnownCode, asOf: number | null): ObservedAddress {
  // Counts differ in every line of any two: what differs is to be the shape.
  return { operation, place, code, asOf, counts: false };
}

/** VS Code's diff of two codes, of two environments, or of now and a time before. */
export async function compareObserved(services: Services, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Compare Observed Shapes');
  const first = await chooseCode(services, argument, title);
  if (first === undefined) return;
  const { learning } = await services.ledger();
  const known = knownCodes(await learning.heads({ operation: first.operation }));
  const items = otherItems(services, first, known);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'Nothing else has been learned about {0} to compare {1} with yet.',
        operationById(first.operation).title,
        coverCode(first.code),
      ),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: `${title}: ${shapeName(first)}`,
    placeHolder: vscode.l10n.t('Compare with'),
    matchOnDescription: true,
  });
  if (picked?.other === undefined) return;
  const { known: second, asOf, names } = picked.other;
  const [left, right] = [addressOf(first, null), addressOf(second, asOf)];
  // The earlier one stands left.
  const [from, to] = asOf === null ? [left, right] : [right, left];
  const name = `${names} · ${operationById(first.operation).title}`;
  await vscode.commands.executeCommand('vscode.diff', observedUri(from), observedUri(to), name);
}
