import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ensureFolder, outFolder, removeFolder, root } from '../../../support/paths.ts';

/** A folder within the project, so that files in it find zod. */
export function folderInside(): string {
  const folder = mkdtempSync(join(ensureFolder(outFolder), 'shapes-'));
  after(() => removeFolder(folder));
  return folder;
}

/** What the real compiler, at its strictest, says of files by name; '' = nothing. One run for all of them. */
export function compiled(folder: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const options = ['strict', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes', 'noUnusedLocals'];
  const compilerOptions = {
    ...Object.fromEntries(options.map((option) => [option, true])),
    ...{ noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024'], types: [], skipLibCheck: true },
    ...{ erasableSyntaxOnly: true, verbatimModuleSyntax: true },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files).filter((name) => /\.m?ts$/.test(name)) }),
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

/** What a file exports, as it runs. */
export async function evaluated(file: string): Promise<Readonly<Record<string, unknown>>> {
  return await import(pathToFileURL(file).href);
}

const annotations = ['x-observed', 'x-documented', 'x-request-field'];

/** A validator of JSON Schema 2020-12, strict but for unions of types; keys every object inherits are no keys of a body. */
export function validatorOf(schema: object, ref = ''): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, ownProperties: true });
  ajv.addVocabulary(annotations);
  ajv.addSchema(schema, 'exported');
  const validate = ajv.getSchema(`exported${ref}`);
  if (validate === undefined) throw new RangeError(`no schema at ${ref}`);
  return validate;
}

/** What a validator of OpenAPI 3.1 finds wrong; null = nothing. It also resolves every reference. */
export async function openApiFaults(text: string): Promise<string | null> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  if (!valid) return JSON.stringify(errors).slice(0, 2000);
  if (validator.version !== '3.1') return `taken for version ${validator.version}`;
  validator.resolveRefs();
  return null;
}

/** A value as a literal of TypeScript, exact to the type of each text. */
export function constantText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(constantText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, inner]) => `[${JSON.stringify(key)}]: ${constantText(inner)}`,
  );
  return `{ ${entries.join(', ')} }`;
}
