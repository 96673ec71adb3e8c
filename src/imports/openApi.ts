import { YAMLException } from 'js-yaml';
import type { FoundOperation, ImportReading } from '../calls/ports/importPorts.ts';
import { isRecord } from '../contract/record.ts';
import { withoutSlashes } from '../contract/trimming.ts';
import type { Phrase } from '../contract/words.ts';
import { Gathered, note } from './gather.ts';
import { operationAt } from './match.ts';
import { type Node, type Resolve, resolver } from './nodes.ts';
import { valueAt } from './pointer.ts';
import { gatherSchema } from './schema.ts';
import { parseYaml } from './yaml.ts';

/** Descriptions of whole companies have a few megabytes. */
const maxChars = 20_000_000;
/** More operations are no list to choose from. */
const mostOperations = 500;

/** The POST operations of an OpenAPI description and the fields their requests have. Nothing is fetched or opened. */
export async function readOpenApi(text: string): Promise<ImportReading> {
  if (text.length > maxChars)
    return { ok: false, why: { text: 'The file is too large for an OpenAPI description.' } };
  let root: unknown;
  try {
    root = parseYaml(text);
  } catch (error) {
    return { ok: false, why: whyUnreadable(error) };
  }
  if (!isRecord(root) || !isDescription(root)) return { ok: false, why: noDescription };
  const found = postOperations(
    root,
    resolver((pointer) => valueAt(root, pointer)),
  );
  return found.length === 0
    ? { ok: false, why: { text: 'The file describes no POST operation.' } }
    : { ok: true, found };
}

const noDescription: Phrase = {
  text: 'The file is not an OpenAPI 3.0, 3.1 or Swagger 2.0 description in JSON or YAML.',
};

/** YAML without quotes makes a number of a version of two parts: `2.0` is 2, and `3.1` 3.1. */
function isDescription({ swagger, openapi, paths }: Node): boolean {
  if (swagger !== undefined) return swagger === '2.0' || swagger === 2;
  const version = typeof openapi === 'number' ? String(openapi) : openapi;
  return isRecord(paths) && typeof version === 'string' && /^3(\.[01](\.\d+)?)?$/.test(version);
}

/** The library's message quotes the file; only the place is taken from it. */
function whyUnreadable(error: unknown): Phrase {
  const mark = error instanceof YAMLException ? error.mark : undefined;
  if (mark === undefined) return noDescription;
  return {
    text: 'The file is neither JSON nor YAML: line {0}, column {1}.',
    args: [String(mark.line + 1), String(mark.column + 1)],
  };
}

/** What stands between the host and the paths: of the first server, or Swagger's basePath. */
function prefixOf(root: Node): string {
  if (typeof root.basePath === 'string') return withoutSlashes(root.basePath);
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  const url = isRecord(server) && typeof server.url === 'string' ? server.url : '';
  return withoutSlashes(url.replace(/^[a-z]+:\/\/[^/]*/i, ''));
}

function postOperations(root: Node, resolve: Resolve): readonly FoundOperation[] {
  const prefix = prefixOf(root);
  const found: FoundOperation[] = [];
  for (const [path, raw] of Object.entries(isRecord(root.paths) ? root.paths : {})) {
    const item = resolve(raw);
    const post = item.kind === 'node' ? resolve(item.node.post) : item;
    if (item.kind !== 'node' || post.kind !== 'node') continue;
    const shared = Array.isArray(item.node.parameters) ? item.node.parameters : [];
    found.push({
      path: prefix + path,
      title: [post.node.summary, post.node.operationId].find((one) => typeof one === 'string') ?? '',
      operation: operationAt(prefix + path) ?? operationAt(path),
      fields: () => {
        const gathered = new Gathered();
        gatherRequest(post.node, shared, resolve, gathered);
        return gathered.result();
      },
    });
    if (found.length >= mostOperations) break;
  }
  return found;
}

function* chain(...lists: readonly (readonly unknown[])[]): Generator<unknown> {
  for (const list of lists) yield* list;
}

function gatherRequest(post: Node, shared: readonly unknown[], resolve: Resolve, gathered: Gathered): void {
  const own = Array.isArray(post.parameters) ? post.parameters : [];
  const outside: string[] = [];
  for (const raw of chain(shared, own)) {
    if (!gathered.visit()) return;
    const parameter = resolve(raw);
    if (parameter.kind !== 'node') continue;
    const { node } = parameter;
    const name = typeof node.name === 'string' ? node.name : '';
    if (node.in === 'body') gatherSchema(node.schema, resolve, gathered);
    else if (node.in === 'formData') {
      note(gathered, 'A form is sent as JSON, with the same names.');
      const required = node.required === true ? [name] : [];
      gatherSchema({ type: 'object', required, properties: { [name]: node } }, resolve, gathered);
    } else if (name.toLowerCase() !== 'authorization') outside.push(name);
  }
  if (outside.length > 0) {
    note(
      gathered,
      'Sent outside the body, which the explorer does not do: {0}.',
      outside.join(', ').slice(0, 200),
    );
  }
  if (post.requestBody === undefined) return;
  const requestBody = resolve(post.requestBody);
  const content =
    requestBody.kind === 'node' && isRecord(requestBody.node.content) ? requestBody.node.content : {};
  const types = Object.keys(content);
  const type =
    types.find((one) => /^application\/json\b/i.test(one)) ??
    types.find((one) => /json/i.test(one)) ??
    types[0];
  const media = type === undefined ? undefined : content[type];
  if (!isRecord(media)) {
    note(gathered, 'The operation does not say what its body holds.');
    return;
  }
  if (!/json/i.test(type ?? '')) note(gathered, 'A form is sent as JSON, with the same names.');
  gatherSchema(media.schema, resolve, gathered);
}
