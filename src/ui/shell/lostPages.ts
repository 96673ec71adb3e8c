import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { type PageId, pageId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import { isConstant } from '../base/both/editorSession.ts';

/** Extension hosts by their processes: all that write to one history run on its machine. */
export interface Hosts {
  readonly own: number;
  runs(host: number): boolean;
}

export const hostsHere: Hosts = {
  own: process.pid,
  runs(host) {
    try {
      return process.kill(host, 0);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
};

function hashHere(what: string): string {
  return createHash('sha256').update(`${vscode.env.sessionId}\n${what}`).digest('hex').slice(0, 16);
}

/** This window until it is loaded anew. Its folders are told apart, too: some servers give all their windows one session's id. */
function thisWindow(): { session: string; folders: string[] } {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const folders = [workspaceFile, ...workspaceFolders.map(({ uri }) => uri)].filter(
    (one) => one !== undefined,
  );
  return { session: hashHere(''), folders: folders.map((one) => hashHere(String(one))) };
}

/** Whether the session is that of one window: servers, and products without telemetry, have one for all. */
function isOwnSession(): boolean {
  const { remoteName, sessionId } = vscode.env;
  return remoteName === undefined && !isConstant(sessionId);
}

/** A folder that is added or removed may start the extension host anew: those that stayed tell the window; the first leaves the session alone. */
function isThisWindow(session: string | undefined, folders: readonly string[]): boolean {
  const here = thisWindow();
  if (session !== here.session) return false;
  if (here.folders.some((one) => folders.includes(one))) return true;
  if (folders.length > 0) return false;
  return here.folders.length === 0 ? !isConstant(vscode.env.sessionId) : isOwnSession();
}

/** Begins the names of the notes of a kind of pages. */
function notes(kind: string): string {
  return `open-${kind}.`;
}

function noteOf(kind: string, page: PageId): PageId {
  return pageId(notes(kind) + page);
}

interface Services {
  ledger(): Promise<Pick<Ledger, 'saveDraft' | 'loadDraft' | 'deleteDraft' | 'pagesBeginning'>>;
  now(): number;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/**
 * Which pages of a kind are open is noted beside what is kept of them: in which window, and in whose extension host. VS Code starts one that
 * crashed, or was told to, anew and leaves it the tabs of the last one, but not their pages: what was typed in one is found by its note.
 */
export class LostPages {
  readonly #services: Services;
  readonly #hosts: Hosts;
  /** Opened in this extension host, so none of these is lost; notes of them may be late. */
  readonly #ours = new Set<PageId>();

  constructor(services: Services, hosts: Hosts) {
    this.#services = services;
    this.#hosts = hosts;
  }

  /** Also from time to time while it is open, so that it does not age. Never fails: a page opens without its note, too. */
  async opened(kind: string, page: PageId): Promise<void> {
    this.#ours.add(page);
    try {
      const ledger = await this.#services.ledger();
      const { session, folders } = thisWindow();
      const words = [session, this.#hosts.own, ...folders].join(' ');
      await ledger.saveDraft(noteOf(kind, page), new TextEncoder().encode(words), this.#services.now());
    } catch (error) {
      this.#services.log.warn('open pages', error instanceof Error ? error.message : '');
    }
  }

  /** Once nothing is kept of it any more, or under another name. */
  async over(kind: string, page: PageId): Promise<void> {
    await (await this.#services.ledger()).deleteDraft(noteOf(kind, page));
  }

  /**
   * Pages of this window whose extension host is gone, the last noted first. Where another process has come by its id they are not found:
   * what is kept of them goes by age.
   */
  async lost(kind: string): Promise<PageId[]> {
    const ledger = await this.#services.ledger();
    const start = notes(kind);
    const lost: PageId[] = [];
    for (const note of await ledger.pagesBeginning(start)) {
      const page = pageId(note.slice(start.length));
      const words = this.#ours.has(page) ? null : await ledger.loadDraft(note);
      if (!(words instanceof Uint8Array)) continue;
      const [session, host, ...folders] = new TextDecoder().decode(words).split(' ');
      if (isThisWindow(session, folders) && !this.#hosts.runs(Number(host))) lost.push(page);
    }
    return lost;
  }
}
