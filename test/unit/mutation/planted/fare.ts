/** What a ride costs, in whole rupees. It is here to be changed: mutators are tried on it. */
export function fare(kilometres: number, night: boolean): number {
  if (kilometres < 2) return 30;
  const day = 40 + (kilometres - 2) * 10;
  return night ? day * 2 : day;
}
