/** What a field of a request may hold. `string-list` = one entry a line where it is typed. */
export const fieldTypes = ['string', 'number', 'boolean', 'string-list'] as const;

/** What the text of a field may be checked for; see hintsFor. */
export const fieldChecks = ['registration', 'aadhaar', 'pan', 'mobile', 'emails'] as const;

export type FieldType = (typeof fieldTypes)[number];
export type FieldCheck = (typeof fieldChecks)[number];
