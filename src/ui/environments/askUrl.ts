import * as vscode from 'vscode';
import { mendedBaseUrl, readBaseUrl } from '../../calls/environments/environments.ts';
import type { Remark } from '../asking/inputBox.ts';
import { say } from '../words/both/translate.ts';

const { Error: Wrong, Warning, Info } = vscode.InputBoxValidationSeverity;

/** An address while it is typed. */
export interface TypedUrl {
  readonly baseUrl: string;
  /** Base URLs whose mended form was offered: who types one again means it. */
  readonly offered: ReadonlySet<string>;
}

export function urlPrompt(): string {
  return vscode.l10n.t('Base URL: what stands before /api/v1. https, or http on this computer only.');
}

export function urlRemark(text: string, { baseUrl, offered }: TypedUrl): Remark {
  const reading = readBaseUrl(text);
  if (!reading.ok) return { message: say(reading.why), severity: Wrong };
  const mended = mendedBaseUrl(reading.baseUrl);
  if (mended !== null) {
    const message = offered.has(reading.baseUrl)
      ? vscode.l10n.t('/api/v1 will appear twice. Press Enter to keep it.')
      : vscode.l10n.t(
          '/api/v1 is added to each call, so it would appear twice. Press Enter to change it to {0}.',
          mended,
        );
    return { message, severity: Warning };
  }
  return offered.size > 0 && reading.baseUrl === baseUrl
    ? {
        message: vscode.l10n.t('/api/v1 was removed: each call adds it. Press Enter to continue.'),
        severity: Info,
      }
    : null;
}

/** The address to go on with, or what to ask once more: one that doubles the version is offered mended, once. */
export function afterUrl(
  typed: TypedUrl,
  text: string,
): { readonly typed: TypedUrl; readonly isSettled: boolean } {
  const reading = readBaseUrl(text);
  if (!reading.ok) return { typed, isSettled: false };
  const { baseUrl } = reading;
  const mended = mendedBaseUrl(baseUrl);
  if (mended === null || typed.offered.has(baseUrl)) return { typed: { ...typed, baseUrl }, isSettled: true };
  const offered = new Set([...typed.offered, baseUrl]);
  return { typed: { baseUrl: mended, offered }, isSettled: false };
}
