import * as vscode from 'vscode';

type Entry = Uint8Array | 'folder';

/** A file system of its own scheme, as that of a remote window is for what runs on this side of it. */
export class FarFolder implements vscode.FileSystemProvider, vscode.Disposable {
  static readonly scheme = 'far-folder';
  readonly entries = new Map<string, Entry>([['/', 'folder']]);
  /** Refuses to write files from now on. */
  broken = false;
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registered = vscode.workspace.registerFileSystemProvider(FarFolder.scheme, this);

  uri(name: string): vscode.Uri {
    return vscode.Uri.from({ scheme: FarFolder.scheme, path: `/${name}` });
  }

  text(name: string): string | null {
    const entry = this.entries.get(`/${name}`);
    return entry === undefined || entry === 'folder' ? null : new TextDecoder().decode(entry);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const entry = this.found(path);
    const type = entry === 'folder' ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: entry === 'folder' ? 0 : entry.byteLength };
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    return this.below(path).map((one) => [
      one.slice(path.length + 1),
      this.stat(this.uri(one.slice(1))).type,
    ]);
  }

  createDirectory({ path }: vscode.Uri): void {
    this.entries.set(path, 'folder');
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const entry = this.found(path);
    if (entry === 'folder') throw vscode.FileSystemError.FileIsADirectory(path);
    return entry;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    if (this.broken) throw vscode.FileSystemError.Unavailable('the other side is gone');
    this.entries.set(path, content);
  }

  delete({ path }: vscode.Uri): void {
    for (const one of [path, ...this.below(path)]) this.entries.delete(one);
  }

  rename({ path: from }: vscode.Uri, { path: to }: vscode.Uri): void {
    for (const one of [from, ...this.below(from)]) {
      this.entries.set(to + one.slice(from.length), this.found(one));
      this.entries.delete(one);
    }
  }

  dispose(): void {
    this.registered.dispose();
    this.changes.dispose();
  }

  private below(path: string): string[] {
    return [...this.entries.keys()].filter((one) => one.startsWith(`${path}/`));
  }

  private found(path: string): Entry {
    const entry = this.entries.get(path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return entry;
  }
}
