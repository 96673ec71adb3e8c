import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Fault } from './fault.ts';

const src = fileURLToPath(new URL('../../../src/', import.meta.url));

/** The file with the fault in it. @throws when what it takes the place of does not stand there exactly once */
export function planted({ id, file, find, replace }: Fault): string {
  const text = readFileSync(join(src, file), 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`fault ${id}: its text stands ${parts.length - 1} times in ${file}, not once`);
  }
  return parts.join(replace);
}

/** From now on the file is loaded with the fault in it; nothing on disk changes. To be called before it is imported. */
export function plant(fault: Fault): void {
  const text = planted(fault);
  const target = pathToFileURL(join(src, fault.file)).href;
  registerHooks({
    load: (url, context, next) =>
      url === target ? { format: 'module-typescript', source: text, shortCircuit: true } : next(url, context),
  });
}
