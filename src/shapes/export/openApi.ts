import type { ShapeExport } from '../../calls/ports/shapeExportPorts.ts';
import { type DocumentedCode, documentedCode, documentedCodes } from '../../contract/documentedCodes.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import type { Operation } from '../../contract/shapes.ts';
import { plain } from '../../contract/words.ts';
import { type LearnedShape, noCode, shortForm } from '../model.ts';
import { resultIsShown } from './documented.ts';
import { sandboxTaught } from './heads.ts';
import { type Json, rootSchema } from './jsonSchema.ts';
import { type TypeNames, typeNames } from './names.ts';
import { type ShapeTree, shapeTree } from './tree.ts';
import { learnedTrees } from './trees.ts';

/** docs/service.md, "HTTP statuses". */
const statusNames: Readonly<Record<number, string>> = {
  200: 'OK',
  202: 'Accepted',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Every answer of an operation: what was learned, and the documented codes that have not come yet. */
function answerTrees(operation: Operation, learned: readonly ShapeTree[]): readonly ShapeTree[] {
  const seen = learned.filter(({ side }) => side === 'answer');
  const documented = [
    ...documentedCodes.map(({ code }) => code),
    ...(operation.shortRateLimitBody ? [shortForm] : []),
  ];
  const missing = documented.filter((code) => !seen.some((tree) => tree.code === code));
  return [...seen, ...missing.map((code) => shapeTree(operation, 'answer', code, null))];
}

/** Requests that led to a run lookup teach what a request holds; where there is none, the assumed fields are all there is. */
function requestTrees(operation: Operation, learned: readonly ShapeTree[]): readonly ShapeTree[] {
  const sent = learned.filter(({ side }) => side === 'request');
  const worked = sent.filter(({ code }) => documentedCode(code)?.charged === true);
  return worked.length > 0 ? worked : [shapeTree(operation, 'request', 'OK', null)];
}

/** Of a request that never led to a run lookup: the fields as properties, none of them demanded. */
function requestSchema(tree: ShapeTree): Json {
  if (tree.shape !== null) return rootSchema(tree);
  return {
    ...rootSchema(tree),
    title: `${tree.operation.title}: the request.`,
    description:
      'The documents do not show the request, and none that led to a run lookup was seen. The fields are assumed, or as the user stated them.',
  };
}

/** HTTP status a code stands under; an undocumented one has no known status. */
function statusOf(code: string): string {
  if (code === shortForm) return '429';
  return String(documentedCode(code)?.http ?? 'default');
}

function retryAfter(operation: Operation, shapes: readonly LearnedShape[]): Json {
  const counts: Record<string, number> = {};
  for (const shape of shapes) {
    if (shape.operation !== operation.id || shape.side !== 'answer') continue;
    for (const [form, inputs] of Object.entries(shape.retryAfter))
      counts[form] = (counts[form] ?? 0) + inputs;
  }
  return {
    description: 'How long to wait before the next call. Sending earlier lengthens the wait.',
    schema: {
      type: 'string',
      'x-documented': 'present; unit and format are not shown',
      ...(Object.keys(counts).length === 0 ? {} : { 'x-observed': { forms: counts } }),
    },
  };
}

function billingOf({ code, charged }: DocumentedCode): string {
  const meaning = messageCodeRow(code)?.meaning;
  return `${code}: ${meaning === undefined ? '' : plain(meaning)} ${charged ? 'Billed.' : 'Not billed.'}`;
}

/** The documents show the short form of two operations alone. */
function isDocumentedShort({ code, operation }: ShapeTree): boolean {
  return code === shortForm && operation.shortRateLimitBody;
}

function responseDescription(status: string, trees: readonly ShapeTree[]): string {
  if (status === 'default') {
    return 'Answers whose HTTP status is not known: codes the documents do not list, and answers without a code.';
  }
  const rows = trees.flatMap(({ code }) => documentedCode(code) ?? []);
  const short = trees.some(isDocumentedShort)
    ? ['The documents show a second, shorter form; which one comes is not shown.']
    : [];
  return [`${statusNames[Number(status)] ?? status}.`, ...rows.map(billingOf), ...short].join('\n');
}

function response(status: string, trees: readonly ShapeTree[], names: TypeNames, retry: Json): Json {
  const refs = trees.map((tree) => ({ $ref: `#/components/schemas/${names.of(tree)}` }));
  return {
    description: responseDescription(status, trees),
    'x-codes': trees.map((tree) => ({
      code: tree.code === shortForm || tree.code === noCode ? null : tree.code,
      documented: isDocumentedShort(tree) || documentedCode(tree.code) !== undefined,
      observed: tree.shape?.seen.inputs ?? 0,
    })),
    ...(status === '429' ? { headers: { 'Retry-After': retry } } : {}),
    content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } } },
  };
}

function limitsOf({ limits: { perMinute, perDay } }: Operation): Json {
  const said = (limit: number | null) => limit ?? 'not shown';
  return { perMinute: said(perMinute), perDay: said(perDay), window: 'sliding, per API key and service' };
}

interface OperationTrees {
  readonly operation: Operation;
  readonly requests: readonly ShapeTree[];
  readonly answers: readonly ShapeTree[];
}

function pathItem({ operation, requests, answers }: OperationTrees, names: TypeNames, retry: Json): Json {
  const byStatus = Object.entries(Object.groupBy(answers, ({ code }) => statusOf(code)));
  const refs = requests.map((tree) => ({ $ref: `#/components/schemas/${names.of(tree)}` }));
  return {
    post: {
      operationId: operation.id,
      summary: operation.title,
      tags: [operation.category],
      'x-documented': {
        limits: limitsOf(operation),
        request: 'not shown',
        result: resultIsShown(operation) ? 'shown' : 'not shown',
        price: 'not shown',
      },
      requestBody: {
        description: 'The documents do not show the request.',
        required: true,
        content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } } },
      },
      responses: Object.fromEntries(
        byStatus.map(([status, trees]) => [status, response(status, trees ?? [], names, retry)] as const),
      ),
    },
  };
}

function servers(baseUrl: string | null): Json {
  if (baseUrl === null) return {};
  return { servers: [{ url: baseUrl.replace(/\/$/, '') }] };
}

const annotations =
  'x-documented: what the documents say; false = nothing. x-observed: what came, with the number of different inputs and days in UTC. Decide by message_code and charged, never by the HTTP status alone: 422 is free when the input was rejected and billed when the lookup ran.';

/**
 * OpenAPI 3.1 of the operations: requests, answers by HTTP status and code, both forms of 429. What is documented and what
 * was observed are told apart by `x-` fields; what the documents do not show is said as such.
 */
export function openApiText({ operations, shapes, baseUrl, simulated = false }: ShapeExport): string {
  const all = operations.map((operation): OperationTrees => {
    const learned = learnedTrees(operation, shapes);
    return {
      operation,
      requests: requestTrees(operation, learned),
      answers: answerTrees(operation, learned),
    };
  });
  const trees = all.flatMap(({ requests, answers }) => [...requests, ...answers]);
  const names = typeNames(trees);
  const schemas = trees.map((tree) => {
    const schema = tree.side === 'request' ? requestSchema(tree) : rootSchema(tree);
    return [names.of(tree), schema] as const;
  });
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Verification service, as documented and as observed',
      version: 'v1',
      description: simulated ? `${sandboxTaught} ${annotations}` : annotations,
    },
    ...servers(baseUrl),
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      all.map(
        (one) => [one.operation.path, pathItem(one, names, retryAfter(one.operation, shapes))] as const,
      ),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The documents give the Bearer scheme; the format of a key is not shown.',
        },
      },
      schemas: Object.fromEntries(schemas),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
