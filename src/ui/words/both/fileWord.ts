import * as vscode from 'vscode';

/** Longer names lose their middle in sentences: the beginning tells files apart, the end says what they are. */
const [headSigns, tailSigns] = [24, 15];

/** What rows came from, as sentences name it: a file's name without its folder, shortened. @param source Batch.source; '' = it cannot be read any more */
export function fileWord(source: string): string {
  if (source === '') return vscode.l10n.t('a file whose name is not kept');
  const signs = [...source];
  if (signs.length <= headSigns + tailSigns + 1) return source;
  return `${signs.slice(0, headSigns).join('')}…${signs.slice(-tailSigns).join('')}`;
}
