import { coverData, coverId } from '../../contract/coverText.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { OrderSummary } from '../ports/ports.ts';

const plain = (text: string): string => text.replaceAll(/[^\w-]+/g, '_').slice(0, 40);

/**
 * The name of a file for a document: tells orders apart and holds nothing personal, for names of files are read by everybody.
 * An order_id that would have to be covered is left for our own id of the order, and so is the key it stood under.
 * @param own what was asked about
 */
export function documentFileName(
  field: string,
  { id, orderId }: Pick<OrderSummary, 'id' | 'orderId'>,
  format: string,
  own: OwnInput | null,
): string {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const isPlain = orderId !== null && coverId(orderId, own) === orderId;
  const name = coverData(key, own) === key ? plain(key) : 'document';
  return `${name}-${plain(isPlain ? orderId : id)}.${format}`;
}
