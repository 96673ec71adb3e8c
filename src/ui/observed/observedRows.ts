import * as vscode from 'vscode';
import { coverCode } from '../../contract/coverText.ts';
import { operations } from '../../contract/operations.ts';
import type { ObservedRow } from '../start/trees/operationsTree.ts';
import { inputsWord, type KnownCode } from './known.ts';

function codeRow(known: KnownCode, operation: ObservedRow['operation'], at: string): ObservedRow {
  const code = coverCode(known.code);
  const count = inputsWord(known.inputs);
  const day = new Date(known.since).toLocaleDateString(vscode.env.language, { dateStyle: 'medium' });
  return {
    id: `${operation.id} code ${known.code}`,
    label: code,
    description: count,
    tooltip: `${code} · ${count} · ${at}\n${vscode.l10n.t('since {0}', day)}`,
    spoken: `${code}, ${count}`,
    context: 'observedCode',
    operation,
    code: known.code,
    rows: [],
  };
}

/** A row for each operation of which something is known, with its codes below. @param at the environment's name */
export function observedRows(known: readonly KnownCode[], at: string): readonly ObservedRow[] {
  return operations.flatMap((operation): ObservedRow[] => {
    const codes = known.filter((one) => one.operation === operation.id);
    if (codes.length === 0) return [];
    return [
      {
        id: `${operation.id} observed`,
        label: vscode.l10n.t('Observed'),
        description: at,
        tooltip: vscode.l10n.t('What requests and answers showed, by message_code; no values.'),
        spoken: vscode.l10n.t('Observed: {0}, {1}', operation.title, at),
        context: 'observed',
        operation,
        code: null,
        rows: codes.map((one) => codeRow(one, operation, at)),
      },
    ];
  });
}
