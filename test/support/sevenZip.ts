import SevenZip, { type FileSystem } from '7z-wasm';

/** What may stand in a package, by its path there. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** As `mkdir -p`. */
function makeFolder(fs: FileSystem, [first, ...below]: readonly string[], above = '.'): void {
  if (first === undefined) return;
  if (!fs.readdir(above).includes(first)) fs.mkdir(`${above}/${first}`);
  makeFolder(fs, below, `${above}/${first}`);
}

/**
 * 7-Zip, with files in its own memory. Each run needs one of its own.
 *
 * @returns what stands below a folder afterwards
 */
export async function sevenZip(
  files: Contents,
  ...args: readonly string[]
): Promise<(folder: string) => Contents> {
  const said: string[] = [];
  const line = (text: string): void => void said.push(text);
  const zip = await SevenZip({ print: line, printErr: line });
  const { FS } = zip;
  for (const [path, bytes] of files) {
    makeFolder(FS, path.split('/').slice(0, -1));
    FS.writeFile(path, bytes);
  }
  zip.callMain([...args]);
  if (!said.some((text) => text.includes('Everything is Ok'))) throw new Error(`7-Zip: ${said.join('\n')}`);
  const read = (folder: string): [string, Uint8Array][] =>
    FS.readdir(folder)
      .filter((name) => name !== '.' && name !== '..')
      .flatMap((name) => {
        const path = `${folder}/${name}`;
        return FS.isDir(FS.stat(path).mode) ? read(path) : [[path, FS.readFile(path)]];
      });
  return (folder) => new Map(read(folder).map(([path, bytes]) => [path.slice(folder.length + 1), bytes]));
}

/** What a zip file holds, a VSIX among them. */
export async function unpacked(zip: Uint8Array): Promise<Contents> {
  return (await sevenZip(new Map([['whole.zip', zip]]), 'x', 'whole.zip', '-oout'))('out');
}
