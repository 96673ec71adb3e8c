import { chargedByHttp } from '../../contract/charges.ts';
import { envelopeFields } from '../../contract/envelope.ts';
import { type MessageCodeRow, messageCodes } from '../../contract/messageCodes.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation, ResultField } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import {
  authentication,
  envelopeMeaning,
  httpStatuses,
  keeping,
  limitRules,
  notShown,
} from '../words/documentationWords.ts';

type Say = (phrase: Phrase) => string;

/** A bar would end a cell, a line break the table. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function list(phrases: readonly Phrase[], say: Say): string {
  return phrases.map((phrase) => `- ${say(phrase)}`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The documents name a limit of one minute for every operation, and its size for two. */
function perMinute(operation: Operation, say: Say): string {
  const { perMinute: count } = operation.limits;
  return count === null ? say({ text: 'a limit exists; its size is not shown' }) : String(count);
}

function operationRows(say: Say): string[][] {
  return operations.map((operation) => [
    `**${operation.title}**`,
    say({ text: operation.category }),
    code(`${operation.method} ${operation.path}`),
    perMinute(operation, say),
    operation.limits.perDay === null ? say({ text: 'not shown' }) : String(operation.limits.perDay),
  ]);
}

function requestRows(operation: Operation, say: Say): string[][] {
  return operation.requestFields.map((field) => [
    code(field.name),
    say({ text: field.label }),
    field.assumed === 'echoed'
      ? say({ text: 'assumed: responses echo it' })
      : say({ text: 'assumed: nothing shows it' }),
  ]);
}

function seen(field: ResultField, say: Say): string {
  return field.seen === 'unknown' ? say({ text: 'nullable; type not shown' }) : field.seen;
}

function resultPart(operation: Operation, say: Say): string {
  const groups = operation.resultGroups;
  if (groups === null) return say({ text: 'Result fields: not shown.' });
  const rows = groups.flatMap((group) =>
    group.fields.map((field) => [say({ text: group.title }), code(field.name), seen(field, say)]),
  );
  return table([say({ text: 'Group' }), say({ text: 'Field' }), say({ text: 'Type' })], rows);
}

function errorCodePart(operation: Operation, say: Say): string {
  const codes = operation.errorCodes.map(code).join(', ');
  return codes === ''
    ? say({ text: 'Values of data.error_code: not shown.' })
    : say({ text: 'Values of data.error_code seen: {0}. Others: not shown.', args: [codes] });
}

function operationPart(operation: Operation, say: Say): string {
  const assumed = [say({ text: 'Field' }), say({ text: 'Label' }), say({ text: 'Why' })];
  const parts = [
    `## ${operation.title}`,
    code(`${operation.method} ${operation.path}`),
    `### ${say({ text: 'Request' })}`,
    say({ text: 'Request payload: not shown. The form offers these fields, which may be wrong:' }),
    table(assumed, requestRows(operation, say)),
    `### ${say({ text: 'Result' })}`,
    resultPart(operation, say),
    errorCodePart(operation, say),
  ];
  if (operation.shortRateLimitBody) {
    parts.push(
      say({
        text: 'Above the limit the answer may also be a shorter body: success, message, and data null.',
      }),
    );
  }
  return parts.join('\n\n');
}

function orderWord(row: MessageCodeRow, say: Say): string {
  if (row.order === 'present') return say({ text: 'yes' });
  return row.order === 'absent' ? say({ text: 'no' }) : say({ text: 'not shown' });
}

function codeRows(say: Say): string[][] {
  return messageCodes.map((row) => [
    code(row.code),
    row.charged
      ? `**${say({ text: 'billed' })}**`
      : say({ text: row.billing === 'refunded' ? 'refunded' : 'free' }),
    String(row.http),
    row.status,
    orderWord(row, say),
    say(row.meaning),
    say(row.advice),
  ]);
}

function codesPart(say: Say): string {
  const heads = [
    'message_code',
    say({ text: 'Money' }),
    'HTTP',
    'status',
    'order_id',
    say({ text: 'Meaning' }),
    say({ text: 'What to do' }),
  ];
  const texts = messageCodes.flatMap(({ code: name, message }) =>
    message === null ? [] : [[code(name), message]],
  );
  return [
    `## ${say({ text: 'Codes' })}`,
    say({
      text: 'Decide by message_code and charged, never by the HTTP status alone: 422 may be free or billed.',
    }),
    table(heads, codeRows(say)),
    `### ${say({ text: 'Fixed message texts' })}`,
    table(['message_code', 'message'], texts),
    `### ${say({ text: 'HTTP statuses' })}`,
    table(
      ['HTTP', say({ text: 'Name' }), 'charged', say({ text: 'Meaning' })],
      httpStatuses.map(([status, name, meaning]) => [
        String(status),
        name,
        chargedWord(status, say),
        say(meaning),
      ]),
    ),
  ].join('\n\n');
}

function chargedWord(status: number, say: Say): string {
  const charged = chargedByHttp.get(status);
  if (charged === undefined) return say({ text: 'depends on charged' });
  return charged ? say({ text: 'yes' }) : say({ text: 'no' });
}

function presence(always: boolean, say: Say): string {
  return always ? say({ text: 'always' }) : say({ text: 'only when the call reached the provider' });
}

function envelopePart(say: Say): string {
  const heads = [
    say({ text: 'Field' }),
    say({ text: 'Type' }),
    say({ text: 'Presence' }),
    say({ text: 'Meaning' }),
  ];
  return [
    `## ${say({ text: 'Response envelope' })}`,
    table(
      heads,
      envelopeFields.flatMap(({ path, type, always }) => {
        const meaning = envelopeMeaning(path);
        return meaning === null ? [] : [[code(path), type, presence(always, say), say(meaning)]];
      }),
    ),
    say({
      text: 'A billed 422 answer has all result fields, but empty, false or null. A free error has neither order_id nor data.',
    }),
  ].join('\n\n');
}

/**
 * The service as its documents show it, as Markdown: operations, envelope, codes, limits, and everything that is not
 * shown. Made from src/contract, so it says what the extension goes by.
 */
export function documentationText(say: Say): string {
  const heads = [
    say({ text: 'Operation' }),
    say({ text: 'Category' }),
    say({ text: 'Endpoint' }),
    say({ text: 'Per minute' }),
    say({ text: 'Per day' }),
  ];
  return [
    `# ${say({ text: 'Verification API: what the documents say' })}`,
    say({
      text: 'Each call is billed to a prepaid wallet whenever the provider runs the lookup, even when the result is negative. Search this page with Ctrl+F, on a Mac Cmd+F.',
    }),
    `## ${say({ text: 'Operations' })}`,
    table(heads, operationRows(say)),
    codesPart(say),
    envelopePart(say),
    `## ${say({ text: 'Limits' })}`,
    list(limitRules, say),
    `## ${say({ text: 'Authentication' })}`,
    list(authentication, say),
    ...operations.map((operation) => operationPart(operation, say)),
    `## ${say({ text: 'Not shown by the documents' })}`,
    list(notShown, say),
    `## ${say({ text: 'What this extension keeps' })}`,
    list(keeping, say),
    '',
  ].join('\n\n');
}
