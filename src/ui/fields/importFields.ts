import * as vscode from 'vscode';
import type { FoundOperation, ImportedField, ImportReading } from '../../calls/ports/importPorts.ts';
import { namedChoices } from '../../contract/choices.ts';
import { operationById } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import { readOperation } from '../asking/arguments.ts';
import { chooseOperation } from '../asking/chooseOperation.ts';
import { askRead } from '../asking/pressedUnread.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { openFieldSetting, savedFields, saveFields } from './editFields.ts';

/** A description of this many bytes is none; it is not read. */
const maxBytes = 20_000_000;

interface Source {
  readonly reading: ImportReading;
  /** A description says what is so, a command only what once was sent. */
  readonly isDescription: boolean;
}

/** One operation that takes the fields of what was found. */
interface Taking {
  readonly id: OperationId;
  readonly found: FoundOperation;
  /** Its place among several; '' where it is alone. */
  readonly place: string;
}

/**
 * Takes request fields over from a cURL command or an OpenAPI file: shown first, to be chosen from, then written into the
 * user's settings; of a file that describes several operations one after another. Gives up in silence when the user does.
 */
export async function importRequestFields(services: Services, argument: unknown): Promise<void> {
  const asked = readOperation(argument);
  // The sentence about a wrong argument comes before any question.
  const wanted = asked.kind === 'none' ? undefined : await chooseOperation(argument, title());
  const source = await readSource(services);
  if (source === undefined) return;
  if (!source.reading.ok) {
    void vscode.window.showWarningMessage(say(source.reading.why));
    return;
  }
  for (const taking of await chooseFound(source.reading.found, wanted)) {
    if (!(await takeOver(services, taking, source.isDescription))) return;
  }
}

/** @returns false where the user gave up, also what would come next */
async function takeOver(
  services: Services,
  { id, found, place }: Taking,
  isDescription: boolean,
): Promise<boolean> {
  const { fields, notes } = found.fields();
  const { title: name } = operationById(id);
  if (fields.length === 0) {
    const why = notes.map(say).join(' ');
    void vscode.window.showWarningMessage(
      vscode.l10n.t('No request fields were found for {0}. {1}', name, why).trim(),
    );
    return true;
  }
  const chosen = await preview(id, found, fields, isDescription, name + place);
  if (chosen === undefined) return false;
  if (chosen.length === 0 || !(await mayReplace(id))) return true;
  await saveFields(id, () => chosen.map((field) => ({ confirmed: isDescription, ...field })));
  tell(id, chosen.length, notes.map(say)).catch((error: unknown) =>
    services.log.error('request fields', String(error)),
  );
  return true;
}

function title(): string {
  return vscode.l10n.t('Import Request Fields');
}

type SourceKind = 'clipboard' | 'selection' | 'typed' | 'file';

async function readSource(services: Services): Promise<Source | undefined> {
  const items: (vscode.QuickPickItem & { readonly kindOfSource: SourceKind })[] = [
    {
      label: vscode.l10n.t('cURL command from the clipboard'),
      detail: vscode.l10n.t('Only names and types are taken over; key, headers and values are dropped.'),
      kindOfSource: 'clipboard',
    },
    { label: vscode.l10n.t('cURL command, typed or pasted'), kindOfSource: 'typed' },
    {
      label: vscode.l10n.t('OpenAPI file…'),
      detail: vscode.l10n.t(
        'OpenAPI 3.0 or 3.1, or Swagger 2.0, as JSON or YAML. Nothing it refers to is fetched.',
      ),
      kindOfSource: 'file',
    },
  ];
  const selected = selection();
  if (selected !== '') {
    items.unshift({ label: vscode.l10n.t('cURL command in the selection'), kindOfSource: 'selection' });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: title(),
    placeHolder: vscode.l10n.t('Where are the fields described?'),
  });
  if (picked === undefined) return undefined;
  const { readCurl, readOpenApi } = await services.imports();
  if (picked.kindOfSource === 'file') {
    const text = await openFile();
    return text === undefined ? undefined : { reading: await readOpenApi(text), isDescription: true };
  }
  const command = picked.kindOfSource === 'selection' ? selected : await commandFrom(picked.kindOfSource);
  return command === undefined ? undefined : { reading: readCurl(command), isDescription: false };
}

function selection(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? '' : editor.document.getText(editor.selection).trim();
}

async function commandFrom(kind: 'clipboard' | 'typed'): Promise<string | undefined> {
  if (kind === 'clipboard') return vscode.env.clipboard.readText();
  return vscode.window.showInputBox({
    title: title(),
    prompt: vscode.l10n.t('Only names and types are taken over; key, headers and values are dropped.'),
    placeHolder: 'curl …',
    ignoreFocusOut: true,
  });
}

async function openFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: title(),
      openLabel: vscode.l10n.t('Import'),
      filters: { OpenAPI: ['json', 'yaml', 'yml'] },
    })) ?? [];
  if (file === undefined) return undefined;
  if ((await vscode.workspace.fs.stat(file)).size > maxBytes) {
    throw new Error(vscode.l10n.t('The file is too large for an OpenAPI description.'));
  }
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(file), { uri: file });
}

/** What is taken over, and for which operation; none where the user gave up. */
async function chooseFound(
  found: readonly FoundOperation[],
  wanted: OperationId | undefined,
): Promise<readonly Taking[]> {
  const clear = wanted === undefined ? clearlyOurs(found) : [];
  if (clear.length > 1) return pickSeveral(found);
  const one = await pickFound(found, wanted);
  if (one === undefined) return [];
  const id = wanted ?? one.operation ?? (await chooseOperation(undefined, title()));
  return id === undefined ? [] : [{ id, found: one, place: '' }];
}

/** Those that are ours by their paths; none where two are the same one, of which the user chooses. */
function clearlyOurs(found: readonly FoundOperation[]): readonly OperationId[] {
  const ours = found.flatMap(({ operation }) => operation ?? []);
  return new Set(ours).size === ours.length ? ours : [];
}

/**
 * All that are ours unless the user leaves some out, and those under other paths that they choose, of which they say what they are:
 * each is shown, and asked about, before anything is written. None where the user gave up.
 */
async function pickSeveral(found: readonly FoundOperation[]): Promise<readonly Taking[]> {
  const isOther = ({ operation }: FoundOperation): number => Number(operation === null);
  const items = found
    .toSorted((a, b) => isOther(a) - isOther(b))
    .map((one) => {
      const { operation, path } = one;
      return operation === null
        ? { label: path, description: one.title, one }
        : { label: operationById(operation).title, description: path, picked: true, one };
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: title(),
    placeHolder: vscode.l10n.t('Operations the fields are taken over for, one after another'),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  const takings: Omit<Taking, 'place'>[] = [];
  for (const { one } of picked ?? []) {
    const id =
      one.operation ??
      (await chooseOperation(undefined, vscode.l10n.t('Import Request Fields: {0}', one.path)));
    if (id === undefined) return [];
    takings.push({ id, found: one });
  }
  return takings.map((one, at) => ({
    ...one,
    place: takings.length === 1 ? '' : ` (${at + 1}/${takings.length})`,
  }));
}

/** The one that is ours by its path; where none is, or several are, the user says. */
async function pickFound(
  found: readonly FoundOperation[],
  wanted: OperationId | undefined,
): Promise<FoundOperation | undefined> {
  const known = found.filter(({ operation }) => operation !== null);
  const fitting = wanted === undefined ? known : found.filter(({ operation }) => operation === wanted);
  if (fitting.length === 1) return fitting[0];
  if (found.length === 1) return found[0];
  const picked = await vscode.window.showQuickPick(
    (fitting.length > 0 ? fitting : found).map((one) => ({
      label: one.path,
      description: one.operation === null ? one.title : operationById(one.operation).title,
      one,
    })),
    {
      title: title(),
      placeHolder: vscode.l10n.t('Operation the fields are taken from'),
      matchOnDescription: true,
    },
  );
  return picked?.one;
}

/** What a command sent says nothing of what is required. */
function described(field: ImportedField, isDescription: boolean): string {
  const words = [
    field.type,
    ...(isDescription ? [field.required ? vscode.l10n.t('required') : vscode.l10n.t('optional')] : []),
    ...(field.choices === undefined ? [] : [vscode.l10n.t('one of {0}', namedChoices(field.choices))]),
    ...(field.default === undefined ? [] : [vscode.l10n.t('default {0}', field.default.slice(0, 40))]),
  ];
  return words.join(' · ');
}

/** Everything found, checked; what is unchecked is not taken over. @param name of the operation, with its place among several */
async function preview(
  id: OperationId,
  found: FoundOperation,
  fields: readonly ImportedField[],
  isDescription: boolean,
  name: string,
): Promise<readonly ImportedField[] | undefined> {
  const items = fields.map((field) => ({
    label: [...(field.in ?? []), field.name].join('.'),
    description: described(field, isDescription),
    ...(field.note === undefined ? {} : { detail: field.note }),
    picked: true,
    field,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import Request Fields: {0}', name),
    placeHolder:
      found.operation === id || found.operation === null
        ? vscode.l10n.t('Fields for the form')
        : vscode.l10n.t(
            'These are fields of {0}. Choose those for the form',
            operationById(found.operation).title,
          ),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ field }) => field);
}

async function mayReplace(id: OperationId): Promise<boolean> {
  if (savedFields(id) === null) return true;
  const replace = vscode.l10n.t('Replace');
  const answer = await askRead(
    vscode.l10n.t('Replace the request fields of {0}?', operationById(id).title),
    vscode.l10n.t(
      'This replaces the ones in the settings. Open forms keep what is typed in fields that go, but neither show nor send it until the fields are back.',
    ),
    [replace],
  );
  return answer === replace;
}

async function tell(id: OperationId, count: number, notes: readonly string[]): Promise<void> {
  const { title: name } = operationById(id);
  const what =
    count === 1
      ? vscode.l10n.t('1 request field of {0} is now in the settings.', name)
      : vscode.l10n.t('{0} request fields of {1} are now in the settings.', count, name);
  const open = vscode.l10n.t('Open Form');
  const edit = vscode.l10n.t('Edit…');
  const answer = await vscode.window.showInformationMessage([what, ...notes].join(' '), open, edit);
  if (answer === open) await vscode.commands.executeCommand(commandIds.openRequestForm, id);
  if (answer === edit) await openFieldSetting();
}
