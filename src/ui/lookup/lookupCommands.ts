import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { recognisedText } from '../../calls/lookups/lookupChoices.ts';
import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { PublicOutcome } from '../../calls/sending/publicOutcome.ts';
import { fillingOf } from '../../contract/aadhaar/reduced.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { startOf } from '../../contract/requestFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import { askBody } from '../asking/askInput.ts';
import { runPressed } from '../base/both/tellFailure.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { ShowAnswer } from '../sending/sendCommanded.ts';
import { isReduced, whyMissing } from '../words/reducedWords.ts';
import { type AskedLookup, askLookup } from './askLookup.ts';
import type { LookupCommand, LookupWork } from './lookupWork.ts';
import { type Lookup, sendAndTell } from './sendAndTell.ts';

const operationId = z.enum(operationIds);

/** What other extensions and tasks may pass: an operation and its input, as fields or as JSON. */
const request = z.union([
  z.strictObject({ operation: operationId }),
  z.strictObject({ operation: operationId, fields: z.record(z.string(), z.string()) }),
  z.strictObject({ operation: operationId, body: z.string() }),
]);

/** Quick lookups: from the palette, a selection, the clipboard, other extensions. */
export class Lookups implements LookupWork {
  private readonly services: RuntimeServices;
  private readonly show: ShowAnswer;
  private readonly remembers: () => void;
  /** The last input of this window; the ledger keeps older ones, sealed. */
  private last: { readonly operation: OperationId; readonly body: string } | null = null;

  /**
   * @param show opens an answer without taking the focus
   * @param remembers an input is remembered from now on, see forget
   */
  constructor(services: RuntimeServices, show: ShowAnswer, remembers: () => void) {
    this.remembers = remembers;
    this.services = services;
    this.show = show;
  }

  run(command: LookupCommand, argument: unknown): Promise<PublicOutcome | undefined> {
    switch (command) {
      case 'quickLookup':
        return this.quick(argument);
      case 'lookUpSelection':
        return this.recognised(selectedText(), vscode.l10n.t('The selection'));
      case 'lookUpClipboard':
        return this.clipboard();
      case 'repeatLastLookup':
        return this.repeat();
    }
  }

  private async quick(argument: unknown): Promise<PublicOutcome | undefined> {
    if (argument === undefined || argument === null) return this.sendAsked(await this.askAbout(''));
    const read = request.safeParse(typeof argument === 'string' ? { operation: argument } : argument);
    if (!read.success) {
      const shape = '{ operation, fields } or { operation, body }';
      throw new Error(
        vscode.l10n.t('Look Up takes {0}; operation is one of: {1}.', shape, operationIds.join(', ')),
      );
    }
    const operation = this.services.operation(read.data.operation);
    const others = { operation, forOthers: true, notes: [] };
    if ('body' in read.data) return this.send({ ...others, body: read.data.body });
    if ('fields' in read.data) {
      refuseUnknownFields(operation, read.data.fields);
      // Nobody sees them first: identifiers in their one form, however another extension writes them.
      const fields = normalFields(operation, { ...startOf(operation), ...read.data.fields });
      return this.send({ ...others, body: bodyFromFields(operation, fields) });
    }
    const body = await askBody(this.services, operation, {});
    return this.sendAsked(body === undefined ? undefined : { operation, body });
  }

  private askAbout(text: string): Promise<AskedLookup> {
    return askLookup(this.services, vscode.l10n.t('Look Up'), text);
  }

  private async sendAsked(asked: AskedLookup): Promise<PublicOutcome | undefined> {
    return asked === undefined
      ? undefined
      : this.send({ ...asked, forOthers: false, notes: [], isOwn: true });
  }

  /** Offers what a text looks like; the input is always shown before it is sent. */
  private async recognised(text: string, what: string): Promise<PublicOutcome | undefined> {
    const found = recognisedText(text);
    if (found !== null && found !== '') return this.sendAsked(await this.askAbout(found));
    return tellNothing(
      found === null
        ? vscode.l10n.t('{0} is too long to be looked through: it has more than 100,000 characters.', what)
        : vscode.l10n.t(
            '{0} holds no registration number, PAN, Aadhaar number, mobile number or e-mail address.',
            what,
          ),
    );
  }

  private async clipboard(): Promise<PublicOutcome | undefined> {
    return this.recognised(await vscode.env.clipboard.readText(), vscode.l10n.t('The clipboard'));
  }

  private async repeat(): Promise<PublicOutcome | undefined> {
    const { last } = this;
    // Its request fields may have been corrected since.
    return this.sendAsked(
      last === null
        ? await this.newestKept()
        : { operation: this.services.operation(last.operation), body: last.body },
    );
  }

  /** Undefined where there is none, which is said, or when the user gave up. */
  private async newestKept(): Promise<AskedLookup> {
    const ledger = await this.services.ledger();
    const newest = (await ledger.list({ group: 'all', limit: 1, after: null })).orders[0];
    if (newest === undefined) return tellNothing(vscode.l10n.t('There is no lookup to repeat yet.'));
    if (newest.state === 'in-flight') return tellUnderWay(this.services, newest.id);
    const request = keptRequestOf(newest.payloadsKept ? await ledger.payloads(newest.id) : null);
    if (request === null) {
      return tellNothing(
        vscode.l10n.t(
          'The request of the newest order is not kept, or cannot be opened here: type it again.',
        ),
      );
    }
    const operation = this.services.operation(newest.operation);
    const body = new TextDecoder().decode(request);
    return isReduced(newest) ? this.askedAgain(operation, body) : { operation, body };
  }

  /** The number is no longer kept: it is asked for, with the rest as it was. */
  private async askedAgain(operation: Operation, body: string): Promise<AskedLookup> {
    const { tab, fields, missing } = fillingOf(operation, body, true);
    if (tab === 'json') throw new Error(whyMissing(missing));
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    const typed = await askBody(this.services, operation, given);
    return typed === undefined ? undefined : { operation, body: typed };
  }

  /** Something was erased, which may be it: then the newest order of the history takes its place. */
  forget(): void {
    this.last = null;
  }

  private async send(lookup: Lookup): Promise<PublicOutcome> {
    this.remembers();
    this.last = { operation: lookup.operation.id, body: lookup.body };
    return sendAndTell(this.services, this.show, lookup);
  }
}

function tellNothing(words: string): undefined {
  void vscode.window.showInformationMessage(words);
}

/** Its request is not at hand before it has ended. Nobody waits for a notification that is left standing. */
function tellUnderWay({ log }: RuntimeServices, id: OrderId): undefined {
  const open = vscode.l10n.t('Open');
  const tell = async (): Promise<void> => {
    const words = vscode.l10n.t('The newest order is still under way: it can be repeated once it has ended.');
    const answer = await vscode.window.showInformationMessage(words, open);
    if (answer === open) await runPressed(commandIds.openOrder, id);
  };
  tell().catch((error: unknown) => log.warn('quick lookup', String(error)));
}

/** A misspelt name would send a call without its value, and be billed for it. */
function refuseUnknownFields(operation: Operation, fields: Readonly<Record<string, string>>): void {
  const known = operation.requestFields.map((field) => field.name);
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    vscode.l10n.t(
      '{0} has no field {1}; its fields are: {2}.',
      operation.title,
      unknown.join(', ').slice(0, 60),
      known.join(', '),
    ),
  );
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return '';
  return editor.selections.map((selection) => editor.document.getText(selection)).join('\n');
}
