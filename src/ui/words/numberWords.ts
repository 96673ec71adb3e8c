import * as vscode from 'vscode';

export function countWords(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

export function percentWords(share: number | null): string {
  if (share === null) return '';
  return share.toLocaleString(vscode.env.language, { style: 'percent', maximumFractionDigits: 1 });
}
