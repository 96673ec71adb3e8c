import { RequestFailed } from './client.ts';
import { t } from './strings.ts';

/** What a page says of a request that came to nothing. Null = nothing: what the user gave up, and a closing page, are no failures. */
export function failureWords(error: unknown): string | null {
  if (error instanceof RequestFailed && error.code === 'cancelled') return null;
  const words = error instanceof Error ? error.message : String(error);
  // It may well have been done.
  return error instanceof RequestFailed && error.code === 'lost' ? words : t('Failed: {0}', words);
}
