import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { root } from '../support/paths.ts';

/** The compiler with our settings, asked again and again about one file after a change of it. */
export class Compiler {
  readonly #api: API;
  readonly #texts = new Map<string, string>();
  #last = '';

  constructor() {
    const readFile = (file: string): string | undefined => this.#texts.get(file);
    this.#api = new API({ cwd: root, fs: { readFile } });
  }

  /**
   * Whether the compiler finds a fault in a changed file itself; what its importers would say is not asked.
   * @param file from the root
   */
  refuses(file: string, text: string): boolean {
    const path = join(root, file);
    this.#texts.clear();
    this.#texts.set(path, text);
    const config = join(root, 'tsconfig.json');
    const changed = [...new Set([path, this.#last])].filter((one) => one !== '');
    this.#last = path;
    const snapshot = this.#api.updateSnapshot({ openProjects: [config], fileChanges: { changed } });
    try {
      const program = snapshot.getProject(config)?.program;
      if (program === undefined) throw new Error('The project could not be read by the compiler.');
      return [program.getSyntacticDiagnostics(path), program.getSemanticDiagnostics(path)].some(
        (found) => found.length > 0,
      );
    } finally {
      snapshot.dispose();
    }
  }

  close(): void {
    this.#api.close();
  }
}
