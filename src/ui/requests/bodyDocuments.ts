import * as vscode from 'vscode';
import { type PageId, pageId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';

/** Of a form's JSON body in an editor of its own. It lives in memory and in the sealed draft, never in a file. */
export const bodyScheme = 'verification-body';

/** Of the schemas that package.json names for them, below the scheme of the schema of request files. */
const schemaPath = /^\/form\/([a-z-]+)\.schema\.json$/;

/** Also the pattern of package.json for its schema; the page's id is no part of what editors show. */
const folder = 'verification-form';

export function bodyUri(page: PageId, operation: OperationId): vscode.Uri {
  return vscode.Uri.from({ scheme: bodyScheme, authority: page, path: `/${folder}/${operation}.json` });
}

export function pageOfBody(uri: vscode.Uri): PageId {
  return pageId(uri.authority);
}

export function isBody(uri: vscode.Uri): boolean {
  return uri.scheme === bodyScheme;
}

/** Whose body a schema describes, or null for the schema of request files. */
export function operationOfSchema(uri: vscode.Uri): string | null {
  return schemaPath.exec(uri.path)?.[1] ?? null;
}

/** Bodies of forms as the files of editors; lives in the runtime. */
export interface BodyWork {
  /** Its text and when it changed, ms since the epoch. Throws FileNotFound for a draft that is gone. */
  read(uri: vscode.Uri): Promise<{ readonly text: string; readonly changedAt: number }>;
  write(uri: vscode.Uri, text: string): Promise<void>;
  /** A body changed elsewhere than in its editor. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}
