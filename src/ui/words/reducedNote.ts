import type { Phrase } from '../../contract/words.ts';

/** What is said of an order whose number was reduced, above its answer and below its request. */
export const reducedNote: Phrase = {
  text: 'Only the last four digits of the Aadhaar number are kept, in the request and where the answer repeats it.',
};
