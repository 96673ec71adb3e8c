import * as vscode from 'vscode';
import { withLimit } from '../../calls/environments/editing.ts';
import type { Environment } from '../../calls/environments/environments.ts';
import { typedCount } from '../../calls/environments/typed.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Services } from '../base/services.ts';
import { countWords } from '../words/numberWords.ts';
import { askAndWrite, type Ended, reading } from './askAndWrite.ts';
import { type EditLine, editOneOf } from './editLines.ts';

type Span = 'perMinute' | 'perDay';

function labelOf({ title }: Operation, span: Span): string {
  return span === 'perMinute'
    ? vscode.l10n.t('{0}, per minute', title)
    : vscode.l10n.t('{0}, per 24 hours', title);
}

function limitLine(services: Services, environment: Environment, operation: Operation, span: Span): EditLine {
  const own = environment.limits?.[operation.id]?.[span] ?? null;
  const documented = operation.limits[span];
  const label = labelOf(operation, span);
  const otherwise =
    documented === null
      ? vscode.l10n.t('not set; size not documented')
      : vscode.l10n.t('not set; documented: {0}', countWords(documented));
  return {
    label,
    description: own === null ? otherwise : countWords(own),
    ask: () =>
      askAndWrite(services, environment, {
        title: `${environment.name} · ${label}`,
        prompt:
          documented === null
            ? vscode.l10n.t(
                'Most calls your account may make; you are asked before one more is sent. Empty = not set; its size is not documented.',
              )
            : vscode.l10n.t(
                'Most calls your account may make; you are asked before one more is sent. Empty = as documented.',
              ),
        placeholder: documented === null ? '30' : String(documented),
        value: own === null ? '' : String(own),
        read: reading(
          (text) => typedCount(text, 1),
          (most) => withLimit(operation.id, span, most),
        ),
      }),
  };
}

/** Lets one limit of one operation be set, as the account has it. */
export function setLimitOf(services: Services, environment: Environment): Promise<Ended> {
  return editOneOf(
    services,
    environment,
    ({ name }) => ({
      title: vscode.l10n.t('Limits of {0}', name),
      placeholder: vscode.l10n.t(
        'Limits are set per merchant account; yours may differ from the documented ones',
      ),
    }),
    (now) =>
      operations.flatMap((operation) => [
        limitLine(services, now, operation, 'perMinute'),
        limitLine(services, now, operation, 'perDay'),
      ]),
    true,
  );
}
