import type { FieldCheck } from './fieldKinds.ts';

/** Names of fields that say what stands in them, their words parted by `_`. Ids are none: an `id` is of any kind. */
const names: readonly (readonly [FieldCheck, RegExp])[] = [
  ['registration', /^(?:rc|reg|registration|vehicle|vehicle_(?:reg|registration))_?(?:no|num|number)$/],
  ['pan', /^pan(?:_?(?:no|num|number|card))?$/],
  ['aadhaar', /^(?:aadhaar|aadhar|adhaar|uidai)(?:_?(?:no|num|number))?$/],
  ['mobile', /^mobile(?:_?(?:no|num|number))?$/],
  ['emails', /^e_?mails?(?:_?(?:id|ids|address|addresses))?$/],
];

/** What a field that nobody has stated a check for is checked for, judging by its name; the check only ever warns. Null = it says nothing. */
export function checkByName(name: string): FieldCheck | null {
  const words = name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  return names.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
