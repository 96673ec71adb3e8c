import type { FieldCheck, FieldType } from './fieldKinds.ts';
import type { Billing, Deviation, Evidence, OperationId, Outcome, Phrase } from './words.ts';

/** How a personal value is shown until the user asks for it. `last4` keeps the last four characters (Aadhaar, UIDAI's masked form). */
export type MaskKind = 'last4' | 'first2last2' | 'email' | 'all';

/** A field of a request. No payload is documented: what the user did not state is an assumption and says so (docs/service.md, "Endpoints"). */
export interface RequestField {
  /** Names the field within its operation: `path` with dots between. */
  readonly name: string;
  /** The objects it stands in, outermost first, then its own key. */
  readonly path: readonly string[];
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** What a new form starts with, as it would be typed; `null` = nothing. */
  readonly default: string | null;
  /** Why we think the field exists: `echoed` by a documented response, a `plain` assumption, or the user said so. */
  readonly assumed: 'echoed' | 'plain' | 'stated-by-user';
  readonly mask: MaskKind | null;
  /** Of a field with choices: nobody said whether it is personal. They are not; what is typed beside them may be. */
  readonly maskUnsaid?: true;
  readonly check: FieldCheck | null;
  /** The values it may take, as they would be typed, of a text or a number; absent = any. Others can be sent all the same. */
  readonly choices?: readonly string[];
  /** Example shown as a placeholder; cannot be a real person's. */
  readonly example: string;
  /** What an import or the user wrote about it, or ''. */
  readonly note: string;
}

/** Type of a result field as seen in the documents. `unknown` = listed as nullable; its type when filled is not shown. */
export type SeenType = 'string' | 'boolean' | 'array' | 'object' | 'unknown';

export interface ResultField {
  readonly name: string;
  readonly seen: SeenType;
  readonly mask: MaskKind | null;
}

export interface ResultGroup {
  readonly title: string;
  readonly fields: readonly ResultField[];
}

/** A request field that says what kind of identifier stands in the one beside it. */
export interface Chooser {
  /** The key of the field that chooses, and that of the one it speaks of. */
  readonly by: string;
  readonly of: string;
  /** Values we assume; the documents name none. Any other may be typed. */
  readonly kinds: ReadonlyMap<string, FieldCheck>;
}

/** A result field that repeats what was asked. */
interface Echo {
  readonly name: string;
  /** Where the request has no field of that name: the only one that is checked for this was asked. */
  readonly check: FieldCheck | null;
}

/** One endpoint as documented. Source: docs/service.md, "Endpoints", "Limits", "Resources and fields". */
export interface Operation {
  readonly id: OperationId;
  readonly title: string;
  /** Where a side bar has no room for the title. */
  readonly shortTitle: string;
  readonly category: 'Verification' | 'Business' | 'Utilities';
  /** A codicon, the same in trees and on tabs. */
  readonly icon: string;
  readonly method: 'POST';
  /** Below the base URL, starts with `/api/v1/`. */
  readonly path: string;
  /** Requests allowed; `null` = a limit exists or may exist, its size is not shown. */
  readonly limits: { readonly perMinute: number | null; readonly perDay: number | null };
  /** True when one call looks up many inputs ("What the service does"). */
  readonly bulk: boolean;
  /** True when it asks about an Aadhaar number: only a person has one, and what looks like one in a request is taken for one. */
  readonly asksAadhaar: boolean;
  /** True when the documents name this operation as one that may answer 429 with the short body. */
  readonly shortRateLimitBody: boolean;
  /** As we assume them, or as the user corrected them. */
  readonly requestFields: readonly RequestField[];
  /** As we assume them, whatever the user corrected. */
  readonly assumedFields: readonly RequestField[];
  readonly chooser: Chooser | null;
  /** `null` = the result's fields are not shown. */
  readonly resultGroups: readonly ResultGroup[] | null;
  /** Result fields that repeat the identifier that was asked about, see otherIdentifier. */
  readonly echoes: readonly Echo[];
  /** Result fields that a quick lookup's line shows unless the user chose others; none = what came, see lookupLine. */
  readonly lookupFields: readonly string[];
  /** `data.error_code` values seen for this operation. */
  readonly errorCodes: readonly string[];
}

/** What an answer says, read tolerantly from any bytes. Never thrown, always returned. */
export interface Reading {
  /** `envelope` as documented, the `short-429` body, or something else. */
  readonly shape: 'envelope' | 'short-429' | 'not-an-envelope';
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  /** As the service sent it, even if unknown; `null` when absent or not a string. */
  readonly messageCode: string | null;
  readonly message: string | null;
  /** From `order_id`, else from `data.order_id`; one sent as a number is kept by its digits, for it is all there is to quote. */
  readonly orderId: string | null;
  readonly meaning: Phrase;
  readonly advice: Phrase;
  readonly deviations: readonly Deviation[];
  /** True when the `charged` it states departs from the documents: to be told before the billing itself. */
  readonly contradictsCharge: boolean;
  /** True when code, order_id and `charged` were read from the part of an answer that came. */
  readonly fromPart: boolean;
  /** `data.result` for display, see resultValues; `[]` when the answer has none, `null` when there was no whole answer. */
  readonly result: readonly ResultValueGroup[] | null;
}

/** One value of `data.result` for display. `text` is the value as it was sent, unmasked; masking is applied by whoever shows it. */
export interface ResultValue {
  readonly name: string;
  /** Path from the root of the body, e.g. `data.result.response_metadata.masked_engine`; key of a reveal. */
  readonly path: string;
  readonly kind: 'text' | 'empty' | 'null' | 'missing' | 'boolean' | 'number' | 'structure';
  readonly text: string;
  readonly mask: MaskKind | null;
  /** False when the field is not among the documented ones. */
  readonly documented: boolean;
  /** What a `structure` is: the list or object as it was parsed. */
  readonly inner?: object;
}

export interface ResultValueGroup {
  /** English title; `null` for fields the documents do not group. */
  readonly title: string | null;
  readonly values: readonly ResultValue[];
}
