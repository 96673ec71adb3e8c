import { costOf, estimated } from '../../calls/orders/orderCost.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { Billing, Evidence, Phrase } from '../../contract/words.ts';
import type { SignView } from '../../protocol/messages.ts';

const words: Record<Billing, Record<Evidence, string>> = {
  billed: { stated: 'BILLED (stated)', inferred: 'BILLED (inferred)', 'not-known': 'BILLED' },
  free: { stated: 'free (stated)', inferred: 'free (inferred)', 'not-known': 'free' },
  refunded: { stated: 'refunded (stated)', inferred: 'refunded (inferred)', 'not-known': 'refunded' },
  unknown: {
    stated: 'unknown: may have been billed',
    inferred: 'unknown: may have been billed',
    'not-known': 'unknown: may have been billed',
  },
};

const tones: Record<Billing, SignView['tone']> = {
  billed: 'caution',
  free: 'good',
  refunded: 'good',
  unknown: 'caution',
};

/** What the answer says of the money; a contradiction first, for a "free" that departs from the documents is no good news. */
function said({ billing, evidence }: OrderSummary, { contradictsCharge, fromPart }: Reading): Phrase {
  const plainly: Phrase = { text: words[billing][evidence] };
  const stated: Phrase = !contradictsCharge
    ? plainly
    : billing === 'billed'
      ? { text: '{0}, against the documents', args: [plainly] }
      : { text: 'Stated free, against the documents' };
  return fromPart && billing !== 'unknown'
    ? { text: '{0}, from the part that came', args: [stated] }
    : stated;
}

/** The third sign: what the call did to the wallet, and how that is known. */
export function moneySign(order: OrderSummary, reading: Reading, say: (phrase: Phrase) => string): SignView {
  const label = say({ text: 'Money' });
  if (order.state === 'in-flight')
    return { label, value: say({ text: 'cost not known yet' }), tone: 'neutral' };
  const cost = costOf(order, order.billing);
  const words = [said(order, reading), ...(cost === null ? [] : [estimated(cost)])];
  const stated = words.map(say).join(' · ');
  return {
    label,
    // The sandbox answers as the service would; what it says about money is not true of any wallet.
    value: order.kind === 'sandbox' ? say({ text: '{0} · simulated', args: [stated] }) : stated,
    tone: reading.contradictsCharge ? 'caution' : tones[order.billing],
  };
}
