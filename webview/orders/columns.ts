import type { OrderColumnId, OrdersColumnView, OrdersState } from '../../src/protocol/orders.ts';
import { t } from '../strings.ts';

/** Least width in characters, and how early a column gives way where there is no room: the highest first. */
const shapes: Readonly<Record<OrderColumnId, readonly [characters: number, givesWay: number]>> = {
  came: [20, 0],
  input: [19, 1],
  when: [13, 2],
  billing: [17, 3],
  due: [15, 4],
  operation: [12, 5],
  code: [22, 6],
  orderId: [20, 7],
  environment: [13, 8],
  note: [8, 9],
  http: [6, 10],
  time: [10, 11],
};

/** Characters that the words on money are given at most. */
const mostOfBilling = 26;

/** The column of check boxes. */
const checkCharacters = 5;

export interface Fitting {
  /** Places in the state's columns of those that have room, in their order. */
  readonly shown: readonly number[];
  /** How many have none. */
  readonly left: number;
  /** For `grid-template-columns`. */
  readonly template: string;
}

/** Few orders have a day: the column is there where one does, or where it sorts. */
export function needsDue({ columns, first, choice }: OrdersState): boolean {
  const at = columns.findIndex(({ id }) => id === 'due');
  return columns.length === 1 || choice.sort.by === 'due' || first.rows.some(({ cells }) => !!cells[at]);
}

/** How long the words on money are, in characters: twice as long in one language as in another. */
export function billingLength({ columns, first }: OrdersState): number {
  const at = columns.findIndex(({ id }) => id === 'billing');
  return Math.max(0, ...first.rows.map(({ cells }) => cells[at]?.length ?? 0));
}

/**
 * The columns that fit side by side; the two that tell an order are never left out.
 * @param width px
 * @param character px of an average character
 * @param hasDue false: the column of days is left out, wherever there is room
 * @param billing how long the words on money are: they get more than their least, a little of each other's
 */
export function fitting(
  columns: readonly OrdersColumnView[],
  width: number,
  character: number,
  hasDue = true,
  billing = 0,
): Fitting {
  const ranked = columns.flatMap(({ id }, at) =>
    id === 'due' && !hasDue ? [] : { at, characters: shapes[id][0], givesWay: shapes[id][1] },
  );
  ranked.sort((a, b) => a.givesWay - b.givesWay);
  let room = width / character - checkCharacters;
  const kept = ranked.filter(({ characters }, rank) => {
    if (rank > 1 && characters > room) {
      // What gives way earlier than this one must not take its place.
      room = 0;
      return false;
    }
    room -= characters;
    return true;
  });
  const shown = kept.map(({ at }) => at).sort((a, b) => a - b);
  const widths = shown.map((at) => {
    const id = columns[at]?.id;
    const least = id === undefined ? 1 : shapes[id][0];
    const share = id === 'billing' ? Math.max(least, Math.min(billing, mostOfBilling)) : least;
    return `minmax(0, ${share}fr)`;
  });
  return { shown, left: ranked.length - kept.length, template: `2.4em ${widths.join(' ')}` };
}

/** How many columns have no room, in words; '' = all have. */
export function notFitting(count: number): string {
  if (count === 0) return '';
  return count === 1 ? t('1 column does not fit') : t('{0} columns do not fit', count);
}
