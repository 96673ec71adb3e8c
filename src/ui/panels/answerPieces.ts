import * as vscode from 'vscode';
import { coverHeaders } from '../../contract/coverHeaders.ts';
import type { CopyParams, TableParams } from '../../protocol/contents.ts';
import type { AnswerContents } from '../answers/answerContents.ts';
import { PageFailure } from '../shell/inbound.ts';
import { say } from '../words/both/translate.ts';
import type { FormHandlers } from './pageHandlers.ts';

type PieceMethods = 'answer/rows' | 'answer/lines' | 'answer/copy' | 'answer/saveTable';

/** An answer on a page, with what belongs to its call. */
export interface PieceSource {
  readonly contents: AnswerContents;
  readonly headers: readonly (readonly [string, string])[];
  /** The request laid out, masked or clear. */
  request(revealed: boolean): string;
}

export interface PiecePorts {
  /** Throws where the page does not show this answer any more. */
  source(orderId: string): PieceSource;
  saveTable(params: TableParams, contents: AnswerContents, to: 'file' | 'editor'): Promise<void>;
}

function gone(): PageFailure {
  return new PageFailure('invalid', vscode.l10n.t('This list is no longer in the answer that is shown.'));
}

/** What a copy holds: masked where the page shows it masked. */
function copied(params: CopyParams, { contents, headers, request }: PieceSource): string {
  switch (params.what) {
    case 'value': {
      const text = contents.valueText(params.path, params.revealed, say);
      if (text === null) throw gone();
      return text;
    }
    case 'raw':
      return contents.whole(params.revealed);
    case 'request':
      return request(params.revealed);
    case 'headers':
      return coverHeaders(headers, contents.own, params.revealed)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n');
    case 'table':
      contents.prepare();
      return [...contents.lists.csv(params)].join('');
    case 'row':
    case 'cell': {
      contents.prepare();
      const texts = contents.lists.rowTexts(params.path, params.row, params.reveal);
      const text = params.what === 'row' ? texts?.join('\t') : texts?.[params.column];
      if (text === undefined) throw gone();
      return text;
    }
  }
}

/** Hands out the pieces of an answer that a snapshot is too small for, and puts them on the clipboard or into a file. */
export function pieceHandlers(ports: PiecePorts): Pick<FormHandlers, PieceMethods> {
  return {
    'answer/rows': async (params) => {
      const rows = ports.source(params.orderId).contents.rows(params);
      if (rows === null) throw gone();
      return rows;
    },
    'answer/lines': async (params) => ports.source(params.orderId).contents.lines(params),
    'answer/copy': async (params) => {
      await vscode.env.clipboard.writeText(copied(params, ports.source(params.orderId)));
      return null;
    },
    'answer/saveTable': async ({ to, ...params }) => {
      await ports.saveTable(params, ports.source(params.orderId).contents, to);
      return null;
    },
  };
}
