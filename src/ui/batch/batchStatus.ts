import * as vscode from 'vscode';
import type { RunStatus } from '../../calls/batch/engine.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import { commandIds } from '../../contributions.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { say } from '../words/both/translate.ts';
import { cancelledWords, duration } from './batchWords.ts';

/** Calls of a batch by where they stand. */
export interface Standing {
  readonly total: number;
  readonly ended: number;
}

export function standingOf(batch: Batch): Standing {
  const calls = (states: readonly string[]): number =>
    batch.tally.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.calls, 0);
  const ended = calls(['done', 'undecided']);
  return { total: ended + calls(['waiting', 'sent']), ended };
}

/** What the run is doing, in a few words. */
export function statusWords(status: RunStatus, now: number): string {
  if (status.ending) return cancelledWords();
  if (status.phase === 'paused') {
    return status.why === null ? vscode.l10n.t('paused') : vscode.l10n.t('paused: {0}', say(status.why));
  }
  if (status.phase === 'waiting' && status.until !== null && status.why !== null) {
    return `${say(status.why)} · ${duration(Math.max(0, status.until - now))}`;
  }
  return vscode.l10n.t('sending');
}

/** The run in the status bar; a click pauses, resumes or cancels. */
export class BatchStatusBar implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly title: string;
  private readonly press: () => string;

  /** @param press a proof for one click */
  constructor(batch: Batch, press: () => string) {
    this.press = press;
    this.title = `${operationById(batch.operation).title} · ${fileWord(batch.source)}`;
    this.item = vscode.window.createStatusBarItem('batch', vscode.StatusBarAlignment.Left, 39);
    this.item.name = vscode.l10n.t('Verification Batch');
    this.arm();
    this.item.show();
  }

  /**
   * A proof for the next click, for it is good once. Only a click calls for another: VS Code would not find the command of
   * one that comes just as it changes, and a running batch is drawn several times a second.
   */
  arm(): void {
    const title = vscode.l10n.t('Control Batch');
    this.item.command = { command: commandIds.controlBatch, title, arguments: [this.press()] };
  }

  show(status: RunStatus, { ended, total }: Standing, now: number): void {
    // Once it is cancelled it waits for what is out, paused before or not.
    const paused = status.phase === 'paused' && !status.ending;
    this.item.text = status.ending
      ? `$(loading~spin) ${vscode.l10n.t('Batch {0}/{1}: ending', ended, total)}`
      : `$(${paused ? 'debug-pause' : 'sync'}) ${vscode.l10n.t('Batch {0}/{1}', ended, total)}`;
    this.item.backgroundColor =
      paused && status.why !== null ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    // Why it is paused is a sentence of its own.
    const standing = statusWords(status, now).replace(/[.।]$/, '');
    const spoken =
      total === 1
        ? vscode.l10n.t('{0}: {1} of 1 call, {2}.', this.title, ended, standing)
        : vscode.l10n.t('{0}: {1} of {2} calls, {3}.', this.title, ended, total, standing);
    this.item.tooltip = `${spoken} ${vscode.l10n.t('Click to pause, resume or cancel.')}`;
    this.item.accessibilityInformation = { label: spoken, role: 'button' };
  }

  dispose(): void {
    this.item.dispose();
  }
}
