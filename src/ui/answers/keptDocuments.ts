import * as vscode from 'vscode';
import { wordOfFormat } from '../../calls/documents/documentKinds.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { KeptDocumentView } from '../../protocol/messages.ts';
import { say } from '../words/both/translate.ts';
import { bytesWord } from '../words/bytesWord.ts';
import { damagedWords } from '../words/damagedWords.ts';
import { momentWord } from '../words/momentWord.ts';
import { sealedWords } from '../words/sealedWords.ts';

/** The documents that are kept with an order, none of them opened. */
export async function documentViews(
  ledger: { readonly documents: Pick<Ledger['documents'], 'list'> },
  order: OrderId,
): Promise<readonly KeptDocumentView[]> {
  const kept = await ledger.documents.list(order);
  return kept.map(({ id, facts }) => {
    if (facts === null) return { document: id, name: '', facts: sealedWords(), sha256: '' };
    if (isDamaged(facts)) return { document: id, name: '', facts: damagedWords.document(), sha256: '' };
    const { at, field, host, format, size, sha256 } = facts;
    const words = [
      say(wordOfFormat(format)),
      bytesWord(size, say),
      vscode.l10n.t('from {0}', host),
      vscode.l10n.t('kept {0}', momentWord(at)),
    ];
    const name = field.replace(/^data\.result\./, '');
    return { document: id, name, facts: words.join(' · '), sha256 };
  });
}
