import * as vscode from 'vscode';
import { type EnvelopePlace, envelopePlace } from '../../contract/envelopePlace.ts';
import { type MessageCodeRow, messageCodeRow, messageCodes } from '../../contract/messageCodes.ts';
import { operations } from '../../contract/operations.ts';
import { headline } from '../../contract/outcomes.ts';
import { billingOf, explanation } from '../../contract/read.ts';
import { type ReadBody, readBody } from '../../contract/readBody.ts';
import { billingWord } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';
import { envelopeMeaning } from '../words/documentationWords.ts';

/** A larger answer is not read whole for one hover; then only the table of codes speaks. */
const maxReadChars = 1_000_000;

function inCode(text: string): string {
  const line = text.slice(0, 60).replace(/[\x60\s]+/g, ' ');
  return `\`${line}\``;
}

function documented(row: MessageCodeRow): string {
  return vscode.l10n.t(
    'Documented: HTTP {0}, status {1}, charged {2}.',
    row.http,
    row.status,
    String(row.charged),
  );
}

function readOf(text: string): ReadBody | null {
  const read = text.length > maxReadChars ? null : readBody(text);
  return read?.kind === 'object' ? read : null;
}

/** Of a field that would decide, but is there more than once. */
function doubledLines(field: string, read: ReadBody | null): readonly string[] {
  if (read === null || !read.repeated.includes(field)) return [];
  return read.deviations.flatMap(({ paths, what }) => (paths.includes(field) ? [say(what)] : []));
}

/** Billing and advice as this very answer states them: `charged` may contradict what its code is documented with. */
function codeLines(code: string, read: ReadBody | null): readonly string[] {
  const row = messageCodeRow(code);
  const billing = read === null ? (row?.billing ?? 'unknown') : billingOf(read, row).billing;
  const { meaning, advice } = explanation(code, row, billing);
  const name =
    row === undefined
      ? vscode.l10n.t('Unknown code')
      : say(headline({ outcome: row.outcome, billing, messageCode: code, failureCode: null }));
  return [
    `**${name}** · ${inCode(code)} · **${billingWord(billing)}**`,
    say(meaning),
    say(advice),
    ...(row === undefined ? [] : [documented(row)]),
  ];
}

function chargedLine(value: unknown): string {
  if (value === true) return vscode.l10n.t('The service says it billed this call.');
  if (value === false) return vscode.l10n.t('The service says it did not bill this call.');
  return vscode.l10n.t('Neither true nor false: whether this call was billed is unknown.');
}

function errorCodeLine(): string {
  const seen = [...new Set(operations.flatMap((operation) => operation.errorCodes))].map(inCode).join(', ');
  return vscode.l10n.t('Values of data.error_code seen: {0}. Others: not shown.', seen);
}

function fieldLine(field: string): string {
  if (field === 'data.error_code') return errorCodeLine();
  if (field === 'data.result')
    return vscode.l10n.t('What the provider found. Its fields differ from operation to operation.');
  const name = field === 'data.order_id' ? 'order_id' : field;
  const meaning = envelopeMeaning(name);
  return meaning === null ? '' : say(meaning);
}

function linesAt({ field, part, value }: EnvelopePlace, text: string): readonly string[] {
  const read = readOf(text);
  const doubled = doubledLines(field, read);
  if (doubled.length === 0 && field === 'message_code' && part === 'value' && typeof value === 'string') {
    return codeLines(value, read);
  }
  const lines = [`**${field}**: ${fieldLine(field)}`, ...doubled];
  return doubled.length === 0 && field === 'charged' && part === 'value'
    ? [...lines, chargedLine(value)]
    : lines;
}

function rangeOf(document: vscode.TextDocument, { start, end }: EnvelopePlace): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** What the documents say of the field or code at a place of an answer; undefined where they say nothing. */
export function answerHover(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const text = document.getText();
  const place = envelopePlace(text, document.offsetAt(position));
  if (place === null || place.start === place.end) return undefined;
  return new vscode.Hover(
    new vscode.MarkdownString(linesAt(place, text).join('\n\n')),
    rangeOf(document, place),
  );
}

/** The sixteen codes where the value of message_code stands or is to stand; each with its meaning. */
export function answerCodes(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.CompletionItem[] {
  const place = envelopePlace(document.getText(), document.offsetAt(position));
  if (place?.field !== 'message_code' || place.part !== 'value') return [];
  return messageCodes.map((row, index) => {
    const label = { label: row.code, description: billingWord(row.billing) };
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.EnumMember);
    item.insertText = JSON.stringify(row.code);
    item.filterText = item.insertText;
    item.range = rangeOf(document, place);
    item.documentation = new vscode.MarkdownString(
      [say(row.meaning), say(row.advice), documented(row)].join('\n\n'),
    );
    item.sortText = String(index).padStart(2, '0');
    return item;
  });
}
