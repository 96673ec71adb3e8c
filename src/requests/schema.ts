import { namedChoices } from '../contract/choices.ts';
import { type FieldTree, fieldTree } from '../contract/fieldTree.ts';
import { valueJson } from '../contract/fieldValues.ts';
import type { Operation, RequestField } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import { inputFor } from './placeholders.ts';

type Schema = Readonly<Record<string, unknown>>;
type Say = (phrase: Phrase) => string;

/**
 * The JSON schema of request files, for the editor's own completion, hover and checks: the documented operations with
 * the request fields as they are known now. A body may hold more than the known fields. A file is one request, or has
 * several in a list.
 * @param readOn a sentence on which machine variables are read; '' = nothing is to be said of that
 */
export function requestFileSchema(operations: readonly Operation[], say: Say, readOn = ''): Schema {
  const request = requestRules(operations, say, bodyWords(say, readOn));
  const list = {
    type: 'array',
    minItems: 1,
    description: say({
      text: 'Several requests in one file. Ctrl+Enter, on a Mac Cmd+Enter, sends the one the cursor is in.',
    }),
    defaultSnippets: [{ label: say({ text: 'A list of requests' }), bodyText: '[\n\t{$0\\}\n]' }],
    items: {
      type: 'object',
      required: ['operation', 'body'],
      additionalProperties: false,
      defaultSnippets: operations.map((operation) => wholeRequest(operation)),
      ...request,
    },
  };
  const ownWords = say({
    text: 'A file with a list of requests cannot also hold one outside it: move this into the list.',
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: say({ text: 'Verification API request' }),
    description: say({
      text: 'A saved request: an operation and its body. It holds no key and no environment.',
    }),
    type: 'object',
    additionalProperties: false,
    defaultSnippets: operations.map((operation) => wholeRequest(operation)),
    properties: { $schema: { type: 'string' }, ...request.properties, requests: list },
    allOf: request.allOf,
    if: { required: ['requests'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
    then: {
      properties: Object.fromEntries(
        ['operation', 'body'].map((key) => [key, { not: {}, errorMessage: ownWords }]),
      ),
    },
    else: { required: ['operation', 'body'] },
  };
}

/** What is said of the parts of a request, wherever it stands. */
function requestRules(operations: readonly Operation[], say: Say, words: string) {
  return {
    properties: {
      operation: {
        description: say({ text: 'Which operation is called.' }),
        enum: operations.map(({ id }) => id),
        markdownEnumDescriptions: operations.map((operation) => operationWords(operation, say)),
      },
      name: { type: 'string', description: say({ text: 'What you call this request. It is not sent.' }) },
      note: { type: 'string', description: say({ text: 'Your own words about it. They are not sent.' }) },
      body: { markdownDescription: words },
    },
    allOf: operations.map((operation) => ({
      if: { required: ['operation'], properties: { operation: { const: operation.id } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: {
        properties: {
          operation: { markdownDescription: operationWords(operation, say) },
          body: bodySchema(operation, say, words),
        },
      },
    })),
  };
}

/**
 * The JSON schema of a form's body, where it is written in an editor of its own: as in a request file, but every value is
 * what it is, for nothing is asked for. Breaking it is a warning: a body may be anything.
 */
export function formBodySchema(operation: Operation, say: Say): Schema {
  const { requestFields, title } = operation;
  const tree = fieldTree(requestFields);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    markdownDescription: say({ text: 'The JSON that is sent, exactly as it stands here.' }),
    ...(requestFields.length === 0
      ? {}
      : {
          type: 'object',
          ...valuesSchema(tree, say),
          defaultSnippets: [{ label: title, bodyText: requiredText(operation, '', emptyValues()) }],
        }),
  };
}

/** Fields required by assumption are too: whoever leaves one out ought to know. */
function valuesSchema(tree: FieldTree, say: Say): Schema {
  const required = [...tree].flatMap(([key, node]) => (node instanceof Map || !node.required ? [] : [key]));
  const entries = [...tree].map(([key, node]) => {
    if (node instanceof Map) return [key, { type: 'object', ...valuesSchema(node, say) }] as const;
    const type = node.type === 'string-list' ? 'array' : node.type;
    const items = node.type === 'string-list' ? { items: { type: 'string' } } : {};
    const words = { markdownDescription: fieldWords(node, say) };
    const example = node.example === '' || node.type !== 'string' ? {} : { examples: [node.example] };
    const proposed = node.choices === undefined ? example : { defaultSnippets: choiceSnippets(node) };
    return [key, { type, ...items, ...proposed, ...words }] as const;
  });
  return { properties: Object.fromEntries(entries), ...(required.length === 0 ? {} : { required }) };
}

/** Places to type in, one after another. */
function emptyValues(): (field: RequestField) => string {
  let stop = 0;
  return ({ type }) => {
    stop += 1;
    const values = {
      string: `"$${stop}"`,
      number: `$${stop}`,
      boolean: 'true',
      'string-list': `["$${stop}"]`,
    };
    return values[type];
  };
}

function operationWords({ title, method, path, limits }: Operation, say: Say): string {
  const limit =
    limits.perMinute === null || limits.perDay === null
      ? say({ text: 'A limit per minute is documented, but not its size.' })
      : say({ text: 'Documented limits: {0} a minute, {1} a day.', args: [limits.perMinute, limits.perDay] });
  const billed = say({ text: 'Billed if the provider runs the lookup, even when the result is negative.' });
  return `**${title}** · \`${method} ${path}\`\n\n${billed} ${limit}`;
}

function bodyWords(say: Say, readOn: string): string {
  return [
    say({ text: 'The JSON that is sent. Inside its strings:' }),
    `- \`\${input:Label}\`, \`\${input:Label|default}\`, \`\${number:Label}\`, \`\${text:Label}\`: ${say({ text: 'asked for when it is sent' })}`,
    `- \`\${env:NAME}\`: ${say({ text: 'read from the environment variable' })}`,
    ...(readOn === '' ? [] : [readOn]),
  ].join('\n\n');
}

function bodySchema(operation: Operation, say: Say, markdownDescription: string): Schema {
  const words = { markdownDescription };
  // Nothing is known of a body whose fields the user took away.
  if (operation.requestFields.length === 0) return words;
  const snippet = { label: operation.title, bodyText: requiredText(operation, '') };
  return { ...words, ...objectSchema(fieldTree(operation.requestFields), say), defaultSnippets: [snippet] };
}

function objectSchema(tree: FieldTree, say: Say): Schema {
  const entries = [...tree].map(([key, node]) => {
    return [key, node instanceof Map ? objectSchema(node, say) : fieldSchema(node, say)] as const;
  });
  return { properties: Object.fromEntries(entries) };
}

/** Strings are let through everywhere, as they may be placeholders. */
const types: Readonly<Record<RequestField['type'], Schema>> = {
  string: { type: 'string' },
  number: { type: ['number', 'string'] },
  boolean: { type: ['boolean', 'string'] },
  'string-list': { type: ['array', 'string'], items: { type: 'string' } },
};

function fieldWords(field: RequestField, say: Say): string {
  const words = [
    `**${markdown(say({ text: field.label }))}** · \`${field.name}\``,
    field.required ? say({ text: 'required' }) : say({ text: 'optional' }),
    origin(field, say),
    ...(field.note === '' ? [] : [markdown(field.note)]),
    ...valueWords(field, say),
  ];
  return words.join('\n\n');
}

function valueWords({ choices, example }: RequestField, say: Say): readonly string[] {
  if (choices !== undefined) {
    return [say({ text: 'Choices: {0}', args: [markdown(namedChoices(choices))] })];
  }
  return example === '' ? [] : [say({ text: 'Example: {0}', args: [`\`${example}\``] })];
}

function fieldSchema(field: RequestField, say: Say): Schema {
  return {
    ...types[field.type],
    markdownDescription: fieldWords(field, say),
    // `^` has it inserted as it is written; unlike `bodyText` it also follows the completed name of the field.
    defaultSnippets: [...choiceSnippets(field), { label: inputFor(field.label), body: `^${asking(field)}` }],
  };
}

/** Proposed, not demanded: what a value is none of is said of it, see hintsFor and findingsIn. */
function choiceSnippets({ choices = [], type }: RequestField): readonly Schema[] {
  return choices.map((one) => ({ label: one, body: `^${snippetText(valueJson(type, one, ''))}` }));
}

function origin({ assumed }: RequestField, say: Say): string {
  if (assumed === 'stated-by-user') return say({ text: 'stated by you' });
  return assumed === 'echoed'
    ? say({ text: 'assumed: responses echo it; the service documents no request fields' })
    : say({ text: 'assumed: the service documents no request fields' });
}

function markdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|-]/g, '\\$&');
}

function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** A body with the required fields as the text of a snippet; its first brace stands at `indent`. */
function requiredText(
  { requestFields }: Operation,
  indent: string,
  valueFor: (field: RequestField) => string = asking,
): string {
  return treeText(fieldTree(requestFields.filter(({ required }) => required)), indent, valueFor);
}

function treeText(tree: FieldTree, indent: string, valueFor: (field: RequestField) => string): string {
  const items = [...tree].map(([key, node]) => {
    const value = node instanceof Map ? treeText(node, `${indent}\t`, valueFor) : valueFor(node);
    return `${indent}\t${snippetText(JSON.stringify(key))}: ${value}`;
  });
  return items.length === 0 ? '{$0\\}' : `{\n${items.join(',\n')}\n${indent}\\}`;
}

function asking({ label }: RequestField): string {
  return `"${snippetText(inputFor(label))}"`;
}

function wholeRequest(operation: Operation): Schema {
  const body = requiredText(operation, '\t');
  return {
    label: operation.title,
    bodyText: `{\n\t"operation": "${operation.id}",\n\t"body": ${body}\n\\}`,
  };
}
