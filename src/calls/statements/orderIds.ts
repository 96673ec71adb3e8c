interface Named {
  readonly orderId: string | null;
}

/** In one case, and a number without the zeros that a spreadsheet takes from its beginning. */
export function foldedId(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id.toLowerCase();
}

/** Whether one of these names an order, however it spells its order_id. */
export function namedIn(lines: readonly Named[]): (order: Named) => boolean {
  const ids = new Set(lines.flatMap(({ orderId }) => (orderId === null ? [] : [foldedId(orderId)])));
  return ({ orderId }) => orderId !== null && ids.has(foldedId(orderId));
}

/**
 * Lines under the order_ids as our orders have them, where a program in between spelled them otherwise: only those that no line names
 * exactly, and only where one of ours can be meant.
 */
export function asOursSpellThem<L extends Named>(
  lines: readonly L[],
  orders: readonly Named[],
): readonly L[] {
  const theirs = new Set(lines.map(({ orderId }) => orderId));
  const ours = new Set(orders.flatMap(({ orderId }) => orderId ?? []));
  const meant = Map.groupBy(ours, foldedId);
  return lines.map((line) => {
    if (line.orderId === null || ours.has(line.orderId)) return line;
    const [one, another] = meant.get(foldedId(line.orderId)) ?? [];
    return one === undefined || another !== undefined || theirs.has(one) ? line : { ...line, orderId: one };
  });
}
