import * as vscode from 'vscode';
import type { ShapeExport, ShapeFormatName } from '../../calls/ports/shapeExportPorts.ts';
import { operationById } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import { placeWords, proposedPlace } from '../places/places.ts';
import { tellWritten } from '../places/tellWritten.ts';
import { writePieces, writeWhole } from '../places/writeWhole.ts';
import { baseUrlOf, chosenPlace, isSimulated, knownCodes, placeName } from './known.ts';
import { operationOf, tellNothing } from './pickCode.ts';

/** Names the operation: of a code's row, too, all of its codes are exported. */
function titleOf(operation: OperationId | null): string {
  const title = vscode.l10n.t('Export Observed Shapes');
  return operation === null ? title : `${title}: ${operationById(operation).title}`;
}

/** The chosen environment's service where something was learned of it; else one is picked. */
async function choosePlace(
  services: Services,
  places: readonly string[],
  title: string,
): Promise<string | undefined> {
  const chosen = chosenPlace(services);
  if (places.includes(chosen)) return chosen;
  if (places.length === 1) return places[0];
  const picked = await vscode.window.showQuickPick(
    places.map((place) => ({ label: placeName(services, place), place })),
    { title, placeHolder: vscode.l10n.t('Environment') },
  );
  return picked?.place;
}

async function pickFormat(
  formats: readonly ShapeFormatName[],
  title: string,
): Promise<ShapeFormatName | undefined> {
  const picked = await vscode.window.showQuickPick(
    formats.map((format) => ({ label: format.label, description: format.fileName, format })),
    { title, placeHolder: vscode.l10n.t('Format') },
  );
  return picked?.format;
}

/** True = to a file, false = into an editor. */
async function pickFile(title: string): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('Save to a file…'), file: true },
      { label: vscode.l10n.t('Open in an editor'), file: false },
    ],
    // The question before it gives the focus back to the page as it closes, which would close this one.
    { title, ignoreFocusOut: true },
  );
  return picked?.file;
}

async function save(services: Services, format: ShapeFormatName, text: string, title: string): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    ...proposedPlace(format.fileName),
  });
  if (target === undefined) return;
  try {
    await writeWhole(target, (place) => writePieces(place, [text]));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('Nothing was written: {0}', why));
  }
  void tellWritten(services, vscode.l10n.t('Saved to {0}.', placeWords(target)), target);
}

async function wantedOf(
  services: Services,
  format: ShapeFormatName,
  operation: OperationId | null,
  place: string,
  shapes: ShapeExport['shapes'],
): Promise<ShapeExport> {
  // One description of the whole service: those nothing was learned of stand in it as documented.
  const all = format.id === 'openapi' && operation === null;
  const known = new Set(shapes.map((one) => one.operation));
  const operations = services
    .operations()
    .filter(({ id }) => all || (operation === null ? known.has(id) : id === operation));
  const baseUrl = baseUrlOf(services, place);
  return { operations, shapes, baseUrl, simulated: await isSimulated(services, place) };
}

/** What was learned at one place, as code or a schema, to a file or into an editor. @param argument a row of an operation */
export async function exportObserved(services: Services, argument: unknown): Promise<void> {
  const operation = operationOf(argument);
  const title = titleOf(operation);
  const query = operation === null ? {} : { operation };
  const { learning } = await services.ledger();
  const places = [...new Set(knownCodes(await learning.heads(query)).map((one) => one.place))];
  if (places.length === 0) return tellNothing();
  const place = await choosePlace(services, places, title);
  if (place === undefined) return;
  const writer = await services.shapeWriter();
  const format = await pickFormat(writer.formats, title);
  if (format === undefined) return;
  const toFile = await pickFile(title);
  if (toFile === undefined) return;
  const shapes = await learning.shapes({ ...query, place });
  const text = writer.export(format.id, await wantedOf(services, format, operation, place, shapes));
  if (toFile) return save(services, format, text, title);
  const document = await vscode.workspace.openTextDocument({ content: text, language: format.languageId });
  await vscode.window.showTextDocument(document);
}
