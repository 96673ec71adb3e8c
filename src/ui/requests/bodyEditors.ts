import * as vscode from 'vscode';
import type { PageId } from '../../calls/ports/ids.ts';
import { mostDraftChars } from '../../contract/draftLength.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import { loadedDocument } from '../places/loadedDocument.ts';
import { type BodyWork, bodyScheme, bodyUri, isBody, pageOfBody } from './both/bodyDocuments.ts';
import { keepAtOnce } from './keepAtOnce.ts';

/** The body of one form, open or not. */
export interface FormBody {
  body(): string;
  /** Whether the form may hold this beside all else that it holds. */
  fits(text: string): boolean;
  /** Names of required fields that are empty in it. */
  empty(text: string): readonly string[];
  /** Takes what was typed in the editor over. */
  edited(text: string): Promise<void>;
  /** Sends it as the form would, or what its editor shows; false where a call of it is out already. Null for a form that is not open. */
  readonly send: ((shown?: string) => Promise<boolean>) | null;
}

/** A form that is open, else its kept draft; null when there is neither. */
export type BodyOf = (page: PageId) => Promise<FormBody | null>;

/** A form that is over, whose editor may be saved yet. */
export interface LateBody {
  fits(text: string): boolean;
  late(text: string): Promise<void>;
}

interface KnownBody {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly changedAt: number;
}

/** Editors for the JSON bodies of forms. A text is kept by its form; an editor is one more way to type it. */
export class BodyEditors implements BodyWork, vscode.Disposable {
  private readonly services: Services;
  private readonly bodyOf: BodyOf;
  private readonly lateOf: (page: PageId) => LateBody | null;
  private readonly elsewhere = new vscode.EventEmitter<vscode.Uri>();
  /** As editors know them: VS Code tells by the time whether what it shows is still what is there. */
  private readonly known = new Map<PageId, KnownBody>();
  private readonly parts: vscode.Disposable[];
  private stop: (() => void) | null = null;
  private disposed = false;

  readonly onDidChange = this.elsewhere.event;

  constructor(services: Services, bodyOf: BodyOf, lateOf: (page: PageId) => LateBody | null = () => null) {
    this.services = services;
    this.bodyOf = bodyOf;
    this.lateOf = lateOf;
    const { workspace } = vscode;
    this.parts = [
      this.elsewhere,
      keepAtOnce(services.log),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // VS Code tells a change of language as closing and opening: then it is there still.
        if (isBody(uri) && loadedDocument(uri) === undefined) this.known.delete(pageOfBody(uri));
      }),
      services.onDidChangeFields(() => {
        this.followFields().catch((error: unknown) => services.log.warn('bodies', String(error)));
      }),
    ];
  }

  /** Beside the form, which shows what is typed as it is typed. */
  async open(page: PageId, operation: OperationId): Promise<void> {
    const uri = bodyUri(page, operation);
    const tab = this.tabsOf(page)[0];
    const viewColumn = tab?.group.viewColumn ?? vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
  }

  async read(uri: vscode.Uri): Promise<{ readonly text: string; readonly changedAt: number }> {
    const page = pageOfBody(uri);
    const form = await this.bodyOf(page);
    if (form === null) throw vscode.FileSystemError.FileNotFound(uri);
    this.watchErasures().catch((error: unknown) => this.services.log.warn('bodies', String(error)));
    return this.note(uri, form.body());
  }

  async write(uri: vscode.Uri, text: string): Promise<void> {
    const page = pageOfBody(uri);
    const form = await this.bodyOf(page);
    if (form === null) return this.writeLate(uri, text);
    if (!form.fits(text)) {
      this.takeBack(uri, text).catch((error: unknown) => this.services.log.warn('body', String(error)));
      return;
    }
    this.note(uri, text);
    await form.edited(text);
  }

  private async writeLate(uri: vscode.Uri, text: string): Promise<void> {
    const late = this.lateOf(pageOfBody(uri));
    if (late === null || !late.fits(text)) throw vscode.FileSystemError.FileNotFound(uri);
    await late.late(text);
  }

  /** Saved as far as VS Code knows: what it is told to be unsaved it would write to the disk, in clear. */
  private async takeBack(uri: vscode.Uri, tooLong: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    // As the form is now: it may have been emptied, or be gone, since its text was judged.
    const form = await this.bodyOf(pageOfBody(uri));
    if (form === null) return this.close(pageOfBody(uri));
    // What was typed since is saved by itself, and judged then.
    if (document.getText() !== tooLong) return;
    void vscode.window.showWarningMessage(tooLongWords());
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(Infinity));
    edit.replace(uri, whole, form.body());
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error('not taken back');
  }

  /**
   * From the editor, as from the form, whose answer it is.
   * @param told required fields that its writer was told are empty
   */
  async send(page: PageId, told: readonly string[] = []): Promise<void> {
    const form = await this.bodyOf(page);
    if (form === null || form.send === null) {
      throw new Error(vscode.l10n.t('Show the form of this body first: its answer comes there.'));
    }
    const shown = this.notSaved(page);
    if (shown !== undefined && !form.fits(shown)) throw new Error(tooLongWords());
    const empty = form.empty(shown ?? form.body()).filter((name) => !told.includes(name));
    if (empty.length > 0) {
      // Read anew: what stands there when the answer comes is what is sent.
      if (await sendsAnyway(empty)) await this.send(page, [...told, ...empty]);
      return;
    }
    if (await form.send(shown)) return;
    vscode.window.setStatusBarMessage(vscode.l10n.t('This request is being sent already.'), 3000);
  }

  /**
   * What stands in the editor while it is being saved into the form, which takes VS Code the way to the window and back: a key
   * pressed right after the last letter is quicker. It is not put into the form here: VS Code would take that for a conflict.
   */
  private notSaved(page: PageId): string | undefined {
    const isIts = ({ uri, isDirty }: vscode.TextDocument): boolean =>
      isDirty && isBody(uri) && pageOfBody(uri) === page;
    return vscode.workspace.textDocuments.find(isIts)?.getText();
  }

  private note(uri: vscode.Uri, text: string): KnownBody {
    const page = pageOfBody(uri);
    const before = this.known.get(page);
    if (before?.text === text) return before;
    const now = { uri, text, changedAt: Math.max(this.services.now(), (before?.changedAt ?? 0) + 1) };
    this.known.set(page, now);
    return now;
  }

  /** Typed in the form: an editor that is open follows. */
  formChanged(page: PageId, text: string): void {
    const before = this.known.get(page);
    if (before === undefined || before.text === text) return;
    this.note(before.uri, text);
    this.elsewhere.fire(before.uri);
  }

  /** What was typed into fields leaves under other names now, also from a form that was not opened since the window was loaded. */
  private async followFields(): Promise<void> {
    for (const page of [...this.known.keys()]) {
      const form = await this.bodyOf(page);
      if (form !== null) this.formChanged(page, form.body());
    }
  }

  /** The form is gone: so is its editor. */
  closeSoon(page: PageId): void {
    // A window that ends brings both back.
    if (this.disposed) return;
    this.close(page).catch((error: unknown) => this.services.log.warn('bodies', String(error)));
  }

  private async close(page: PageId): Promise<void> {
    this.known.delete(page);
    const tabs = this.tabsOf(page);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  private tabsOf(page: PageId): vscode.Tab[] {
    const isIts = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputText && isBody(input.uri) && pageOfBody(input.uri) === page;
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIts));
  }

  /** Of a form that was not opened since the window was loaded only the draft is there, which may be erased meanwhile. */
  private async watchErasures(): Promise<void> {
    if (this.stop !== null) return;
    const ledger = await this.services.ledger();
    let looking = false;
    this.stop ??= ledger.onDidChange(() => {
      if (looking) return;
      looking = true;
      this.closeErased()
        .catch((error: unknown) => this.services.log.warn('bodies', String(error)))
        .finally(() => {
          looking = false;
        });
    });
  }

  private async closeErased(): Promise<void> {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== bodyScheme) continue;
      const page = pageOfBody(uri);
      if ((await this.bodyOf(page)) === null) await this.close(page);
    }
  }

  dispose(): void {
    this.disposed = true;
    this.stop?.();
    vscode.Disposable.from(...this.parts).dispose();
  }
}

async function sendsAnyway(empty: readonly string[]): Promise<boolean> {
  const words = vscode.l10n.t('Nothing was sent: {0} is empty, and is required.', empty.join(', '));
  const send = vscode.l10n.t('Send Anyway');
  return (await vscode.window.showWarningMessage(words, send)) === send;
}

function tooLongWords(): string {
  const most = mostDraftChars.toLocaleString('en');
  return vscode.l10n.t('A form holds at most {0} characters: the editor has its last text again.', most);
}
