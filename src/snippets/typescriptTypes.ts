/** The envelope as documented (docs/service.md, "Response envelope"), for the TypeScript snippet. */
export const answerType = `/** As documented. Decide by message_code and charged, never by the HTTP status alone. */
export interface Answer {
  readonly status: 'SUCCESS' | 'FAILED' | 'PENDING';
  readonly status_code: number;
  readonly charged: boolean;
  readonly success: boolean;
  readonly message: string;
  readonly message_code: string;
  /** Only when the call reached the provider: quote it for pending orders. */
  readonly order_id?: string;
  readonly data?: {
    readonly order_id: string;
    readonly error_code: string;
    readonly result: Readonly<Record<string, unknown>>;
  } | null;
}
`;
