import * as vscode from 'vscode';
import { isEmbedded, mayBill } from '../../calls/environments/environments.ts';
import { chosenAtEnter, type TypedLine } from '../../calls/lookups/chosenAtEnter.ts';
import { type LookupChoice, lookupChoices } from '../../calls/lookups/lookupChoices.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { entriesOf } from '../../contract/entries.ts';
import { hintsFor } from '../../contract/hints.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import { afterNext } from '../asking/afterNext.ts';
import { askBody, preflightLine } from '../asking/askInput.ts';
import { known, lastUse, limits } from '../asking/known.ts';
import type { RuntimeServices } from '../base/services.ts';
import { readAhead } from '../sending/readAhead.ts';
import { say } from '../words/both/translate.ts';

interface Item extends vscode.QuickPickItem, TypedLine {}

/** One call ready to be sent, or undefined = given up. */
export type AskedLookup = { readonly operation: Operation; readonly body: string } | undefined;

const mostShown = 60;
/** Addresses of one text that are each looked up by itself. What is known of each is asked of the order history. */
const mostAddresses = 20;

/** What would be sent, in the words that were typed: they stand in the box above. */
function sentWords({ operation, fields, missing, how }: LookupChoice): string {
  if (how === 'choose') return '';
  const values = operation.requestFields.flatMap(({ name, type }) => {
    const value = own(fields, name) ?? '';
    if (value === '') return [];
    const entries = type === 'string-list' ? entriesOf(value) : [value];
    return entries.length > 3 ? [vscode.l10n.t('{0} entries', entries.length)] : [entries.join(', ')];
  });
  const text = values.join(' · ');
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  const words = how === 'as-typed' ? vscode.l10n.t('{0}, as typed', shown) : shown;
  const next = missing.map((field) => vscode.l10n.t(field.label));
  return next.length === 0 ? words : `${words} · ${vscode.l10n.t('next: {0}', next.join(', '))}`;
}

function itemOf(line: TypedLine, detail: string): Item {
  return {
    label: line.choice.operation.title,
    description: sentWords(line.choice),
    detail,
    // The text in the box is an input, not a filter.
    alwaysShow: true,
    ...line,
  };
}

/** What is known before the call, in one line: what is odd about the input, twins, price, limits. */
export async function lookupDetail(services: RuntimeServices, choice: LookupChoice): Promise<string> {
  const { operation, fields, how } = choice;
  if (how === 'choose') return `${limits(operation)} · ${await lastUse(services, operation.id)}`;
  const odd = hintsFor(operation, fields, mayBill(services.environments.current())).filter(
    ({ kind }) => kind === 'warning',
  );
  const { twins, inTheWay, usual } = await known(services, operation, bodyFromFields(operation, fields));
  // The line is cut at its end: what may cost money twice comes first, then what only this value can show.
  return [...twins, ...odd.map(({ what }) => say(what)), ...inTheWay, ...usual].join(' · ');
}

function titleOf({ environments }: RuntimeServices, title: string): string {
  const environment = environments.current();
  if (isEmbedded(environment)) return `${title} · ${environment.name}`;
  return mayBill(environment)
    ? `${title} · ${vscode.l10n.t('{0} (live)', environment.name)}`
    : `${title} · ${environment.name}`;
}

interface Picked {
  readonly choice: LookupChoice;
  /** What preflightLine says where more is to be asked for; null where nothing is. */
  readonly line: string | null;
}

/** What is read for the next box is read while this one stands, see afterNext. */
async function picked(services: RuntimeServices, choice: LookupChoice): Promise<Picked> {
  const asksMore = choice.how === 'choose' || choice.missing.length > 0;
  return { choice, line: asksMore ? await preflightLine(services, choice.operation) : null };
}

/** The one box: a value with what it can be looked up as, or an operation to choose. Undefined = given up. */
function pickChoice(services: RuntimeServices, title: string, text: string): Promise<Picked | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const whole = titleOf(services, title);
  pick.placeholder = vscode.l10n.t(
    'Registration number, PAN, Aadhaar number, mobile number, e-mail addresses',
  );
  pick.ignoreFocusOut = true;
  pick.value = text;
  let turn = 0;
  let choices: readonly LookupChoice[] = [];
  const fill = async (): Promise<void> => {
    turn += 1;
    const own = turn;
    const text = pick.value;
    const all = lookupChoices(text, services.operations());
    choices = all.filter(({ operation }, at) => at < mostAddresses || !operation.bulk);
    const left = all.length - choices.length;
    pick.title = left === 0 ? whole : `${whole} · ${vscode.l10n.t('addresses left out here: {0}', left)}`;
    const lines = choices.map((choice, at) => ({ choice, text, at }));
    // At once; what is known of each comes a moment later. Enter does not rely on them, see chosenAtEnter.
    pick.items = lines.map((one) => itemOf(one, ' '));
    const details = await Promise.all(lines.map(({ choice }) => lookupDetail(services, choice)));
    if (own !== turn) return;
    const [active] = pick.activeItems;
    pick.items = lines.map((one) => itemOf(one, details[one.at] ?? ''));
    const same = pick.items.find(({ choice }) => choice === active?.choice);
    if (same !== undefined) pick.activeItems = [same];
  };
  const refill = (): void => {
    fill().catch((error: unknown) => services.log.warn('quick lookup', String(error)));
  };
  return new Promise((resolve, reject) => {
    pick.onDidChangeValue(refill);
    pick.onDidAccept(() => {
      const chosen = chosenAtEnter(pick.activeItems[0], choices);
      if (chosen === undefined) return;
      picked(services, chosen)
        .then(resolve, reject)
        .finally(() => afterNext(() => pick.hide()));
    });
    pick.onDidHide(() => {
      turn += 1;
      resolve(undefined);
      pick.dispose();
    });
    refill();
    pick.show();
    readAhead(services);
  });
}

/**
 * Asks what to look up: value, Enter. Only what the value does not give is asked for afterwards.
 * @param text what stands in the box already
 */
export async function askLookup(
  services: RuntimeServices,
  title: string,
  text: string,
): Promise<AskedLookup> {
  const asked = await pickChoice(services, title, text);
  if (asked === undefined) return undefined;
  const { operation, fields, how } = asked.choice;
  const body =
    asked.line === null
      ? bodyFromFields(operation, fields)
      : await askBody(services, operation, how === 'choose' ? {} : fields, asked.line);
  return body === undefined ? undefined : { operation, body };
}
