import * as vscode from 'vscode';
import type { BodyWork } from '../both/bodyDocuments.ts';

/** The bodies of forms as a file system in memory: what is written goes into the form and its sealed draft at once. */
export class BodyFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly work: () => Promise<BodyWork>;
  private heard: vscode.Disposable | null = null;

  readonly onDidChangeFile = this.changed.event;

  constructor(work: () => Promise<BodyWork>) {
    this.work = work;
  }

  private async bodies(): Promise<BodyWork> {
    const bodies = await this.work();
    this.heard ??= bodies.onDidChange((uri) => {
      this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
    return bodies;
  }

  /** All changes are told anyway. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, changedAt } = await (await this.bodies()).read(uri);
    const size = new TextEncoder().encode(text).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await (await this.bodies()).read(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.bodies()).write(uri, new TextDecoder().decode(content));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.heard?.dispose();
    this.changed.dispose();
  }
}
