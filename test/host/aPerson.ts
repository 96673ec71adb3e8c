import { pageId } from '../../src/calls/ports/ids.ts';
import type { OperationId } from '../../src/contract/words.ts';

/** Somebody invented, with identifiers that no other test has. */
export const person = {
  name: 'Ishani Vaidyanath',
  plate: 'MH00KT7315',
  aadhaar: '900000731518',
  pan: 'ZXQPV7315K',
  mobile: '9731500642',
  mail: 'ishani.vaidyanath@example.com',
} as const;

/** A PAN of the sandbox's: what is asked with it is queued, so its order stays open and its Aadhaar number whole. */
const openPan = 'ACXXX0202X';

/** What is looked for: each of them, and as people spell them. */
export const words: readonly string[] = [
  ...Object.values(person),
  'MH-00-KT-7315',
  'mh 00 kt 7315',
  '9000 0073 1518',
  '9000-0073-1518',
  '+91 97315 00642',
  person.pan.toLowerCase(),
  person.mail.toUpperCase(),
  person.name.toUpperCase(),
];

/** Their requests, one for each operation and some as other people write them. */
export const requests: readonly (readonly [OperationId, Readonly<Record<string, unknown>>])[] = [
  ['rc-advanced', { rc_number: person.plate }],
  ['rc-advanced', { rc_number: 'mh 00 kt 7315' }],
  ['credit-report', { number: person.mobile, fetch_by: 'mobile', name: person.name }],
  ['credit-report', { number: person.pan, fetch_by: 'pan', mobile: '+91 97315 00642', name: person.name }],
  ['aadhaar-pan-link', { aadhaar_number: '9000 0073 1518', pan_number: person.pan }],
  ['aadhaar-pan-link', { aadhaar_number: person.aadhaar, pan_number: openPan }],
  ['email-bulk', { emails: [person.mail, 'someone.else@example.com'] }],
];

/** Of somebody else, who stays when the person is erased; people wrote the person's data into what is kept of it. */
export const other = { plate: 'KA00QX0007', name: 'Somebody Else', mobile: '7012345670' } as const;

/** A number of the sandbox's by which an order stays open, so that an outcome can be recorded. */
export const queued = 'XX00AC0202';

/** As people write of somebody: identifiers in a sentence. */
export const quoted = `same owner as MH-00-KT-7315 (${person.name}), ${person.mobile}`;

/** As support sends it. */
export const fromSupport = JSON.stringify({
  seen: { pan: person.pan, aadhaar: person.aadhaar },
  owner: person.name,
  mail: person.mail.toUpperCase(),
});

/** A page of a form that no window shows. */
export const hiddenPage = pageId('a-form-of-the-planted-person');

/** What the user has in files of their own. */
export const files = {
  'rows.csv': [
    'rc_number,Owner,Mobile,Aadhaar',
    `${person.plate},${person.name},${person.mobile},${person.aadhaar}`,
    `${other.plate},${other.name},,`,
    '',
  ].join('\n'),
  'statement.csv': `order_id,time,amount\nORD-INVENTED-1,2026-01-02T03:04:05Z,3.00\n`,
  'openapi.json': JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'invented', version: '1' },
    paths: {
      '/api/v1/rc-advanced': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['rc_number'],
                  properties: { rc_number: { type: 'string' }, owner: { type: 'string' } },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  }),
  'notes.txt': `${person.plate}\n${person.name} ${person.mobile}\n`,
  'person.verify.json': JSON.stringify(
    {
      requests: requests.map(([operation, body], index) => ({
        operation,
        name: `request ${index + 1}`,
        body,
      })),
    },
    null,
    2,
  ),
} as const;

/** What was sent by hand before. */
export const curl = `curl https://api.example.invalid/api/v1/rc-advanced -H 'Authorization: Bearer x' -d '${JSON.stringify(
  { rc_number: person.plate, owner: person.name },
)}'`;
