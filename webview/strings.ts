/**
 * Every sentence the page itself says, in English: the key of its translation. All other text comes translated from the
 * host. `t` takes nothing that is not listed here, so this list is what a translation has to cover.
 */
export const pageStrings = [
  'Loading the request form…',
  'The page could not be loaded: {0} Close this tab and open the form again.',
  'That did not work: {0}',
  'Billing notice',
  'LIVE',
  'SANDBOX',
  'leaves from: {0}',
  'starts with the first call',
  'Switch',
  'Switch environment',
  'Set key',
  'Request',
  'Form',
  'JSON',
  'JSON body',
  'optional',
  'One entry per line',
  'Request fields',
  'Everything typed here is sent as it is, also when it is not JSON.',
  'It is not JSON: {0} It can be sent all the same.',
  'The JSON cannot be shown as a form: {0}',
  'This operation has no assumed fields. Write the body under JSON.',
  'Magic input',
  'Choose what the sandbox shall answer…',
  'Choosing one fills the request; nothing is sent yet.',
  'Restore what was typed',
  'Send',
  'Cancel',
  'Ctrl+Enter',
  'Cmd+Enter',
  '{0} s',
  'Cancel stops the waiting. The call may still be billed.',
  'Cancelling… The call may still be billed.',
  'Answer',
  'Nothing sent yet. The answer appears here.',
  'This order has no answer.',
  'Sending',
  'Sending. {0} is waiting for the answer.',
  'An earlier answer stays in Order History.',
  'Transport',
  'Lookup',
  'Money',
  'The service says: {0}',
  'Order',
  'The service gave no order_id.',
  'Copy order_id',
  '1 deviation from the documents',
  '{0} deviations from the documents',
  'contradicts the documents',
  'not documented',
  'Result',
  'Raw',
  'Headers',
  'Timing',
  'No result fields in this answer.',
  'Personal values are masked.',
  'Reveal',
  'Reveal {0}',
  'Reveal all',
  'Hide',
  'Hide {0}',
  'Hide all',
  'masked',
  'empty',
  'null',
  'missing',
  'documented, but not in this answer',
  'Open link',
  'Open link in {0}',
  'Show {0} more',
  'Open in editor',
  'Showing {0} of {1}. The editor shows all of it.',
  'The body is empty.',
  'Raw text of the answer',
  'Header',
  'Value',
  'No headers were received.',
  'Step',
  'Time',
  'No times were measured.',
  'About this order',
  'Send again…',
  'Opens a form with the same input. Nothing is sent yet.',
] as const;

export type PageString = (typeof pageStrings)[number];

let table: Readonly<Record<string, string>> = {};

/** Sets the translations, by English text; what is not in them stays English. */
export function useTranslations(translations: Readonly<Record<string, string>>): void {
  table = translations;
}

/** The sentence in the user's language, `{0}` … filled in. */
export function t(text: PageString, ...args: readonly (string | number)[]): string {
  return (table[text] ?? text).replace(/\{(\d+)\}/g, (hole, index: string) =>
    String(args[Number(index)] ?? hole),
  );
}
