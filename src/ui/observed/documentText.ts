import * as vscode from 'vscode';
import { placeOf } from '../../calls/environments/environments.ts';
import type { KnownBeside } from '../../calls/ports/shapeExportPorts.ts';
import { rupees } from '../../calls/usage/money.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import type { ObservedAddress } from './address.ts';
import { ordersThere, placeName } from './known.ts';

/** Newest answers whose time is looked at. */
const mostTimed = 200;

async function durations(
  services: Services,
  { operation, place, code }: ObservedAddress,
): Promise<NonNullable<KnownBeside['durations']> | null> {
  const filter = { operations: [operation], messageCodes: [code] };
  const orders = await ordersThere(services, place, filter, mostTimed);
  const times = orders.flatMap(({ totalMs }) => (totalMs === null ? [] : [totalMs])).sort((a, b) => a - b);
  const [least] = times;
  const median = times[Math.floor(times.length / 2)];
  const most = times.at(-1);
  return least === undefined || median === undefined || most === undefined ? null : { least, median, most };
}

/** As the user entered it for an environment of that place; null where several say otherwise. */
function priceOf({ environments }: Services, { operation, place }: ObservedAddress): string | null {
  const entered = environments
    .all()
    .flatMap((one) => (placeOf(one) === place ? [one.prices?.[operation] ?? null] : []));
  const [price = null] = new Set(entered).size === 1 ? entered : [];
  return price === null ? null : rupees(price);
}

/** What a read-only document says of one operation under one code at one place. */
export async function observedText(services: Services, address: ObservedAddress | null): Promise<string> {
  if (address === null) {
    return vscode.l10n.t(
      'This document was opened by another version of the extension. Open it again from the Operations view.',
    );
  }
  const { operation, place, code, asOf, counts } = address;
  const { learning } = await services.ledger();
  const shapes = await learning.shapes({ operation, place, code, ...(asOf === null ? {} : { asOf }) });
  const writer = await services.shapeWriter();
  return writer.document({
    operation: services.operation(operation),
    place: placeName(services, place),
    ...{ shapes, code, asOf, counts, say },
    // A difference of two of them is one of shapes alone.
    beside: counts
      ? { durations: await durations(services, address), price: priceOf(services, address) }
      : {},
  });
}
