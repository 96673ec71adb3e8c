import type { OrderColumnId, OrdersColumnView, OrdersState } from '../../src/protocol/orders.ts';
import { t } from '../strings.ts';

/** Of a font whose letters are all as wide. */
const mono = 1.12;

/**
 * Least width in characters, and how early a column gives way where there is no room: the highest first. Last, the width of a
 * letter in characters, where what stands in the first rows tells how much is enough.
 */
const shapes: Readonly<
  Record<OrderColumnId, readonly [characters: number, givesWay: number, letter?: number]>
> = {
  came: [20, 0],
  input: [19, 1, mono],
  when: [13, 2],
  billing: [17, 3],
  due: [15, 4, 1.1],
  operation: [12, 5, 1],
  code: [22, 6, mono],
  orderId: [20, 7, mono],
  environment: [13, 8, 1],
  cost: [20, 9, 1],
  note: [8, 10],
  http: [6, 11],
  time: [10, 12],
};

/** Characters that the words on money are given at most. */
const mostOfBilling = 26;

/** The column of check boxes. */
const checkCharacters = 5;

/** In headings; the arrow of what it sorts by; and the air around words. */
const boldLetter = 1.15;
const arrow = 3;
const besideWords = 1.6;

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

/** How long the words of each column are in the first rows, in characters. */
export function longest({ columns, first }: OrdersState): readonly number[] {
  return columns.map((_, at) => Math.max(0, ...first.rows.map(({ cells }) => cells[at]?.length ?? 0)));
}

/** What its words and its heading need. @param length of the words; absent = not known */
function needOf({ id, title, sort }: OrdersColumnView, length?: number): number {
  const [characters, , letter] = shapes[id];
  if (!letter || length === undefined) return characters;
  return Math.max(length * letter, title.length * boldLetter + (sort === null ? 0 : arrow)) + besideWords;
}

/**
 * The columns that fit side by side; the two that tell an order are never left out.
 * @param width px
 * @param character px of an average character
 * @param hasDue false: the column of days is left out, wherever there is room
 * @param lengths see `longest`: more columns fit where words are short; those on money get more than their least, a little of
 * each other's
 */
export function fitting(
  columns: readonly OrdersColumnView[],
  width: number,
  character: number,
  hasDue = true,
  lengths: readonly number[] = [],
): Fitting {
  const ranked = columns.flatMap((column, at) => {
    const [least, givesWay] = shapes[column.id];
    if (column.id === 'due' && !hasDue) return [];
    const money = column.id === 'billing' ? Math.min(lengths[at] ?? 0, mostOfBilling) : 0;
    return [{ at, givesWay, wants: [least, needOf(column, lengths[at]), Math.max(least, money)] as const }];
  });
  ranked.sort((a, b) => a.givesWay - b.givesWay);
  const room = width / character - checkCharacters;
  let [leasts, needs, by] = [0, 0, 2];
  // What gives way earlier than the first without room must not take its place.
  const kept = ranked.filter(({ wants: [least, need] }, rank) => {
    leasts += least;
    needs += need;
    const hasRoom = rank < 2 || Math.min(leasts, needs) <= room;
    // Where only their words have room side by side, each gets what these need.
    if (hasRoom) by = leasts > room && needs <= room ? 1 : 2;
    return hasRoom;
  });
  kept.sort((a, b) => a.at - b.at);
  const widths = kept.map(({ wants }) => `minmax(0, ${wants[by]}fr)`);
  return {
    shown: kept.map(({ at }) => at),
    left: ranked.length - kept.length,
    template: `2.4em ${widths.join(' ')}`,
  };
}

/** How many columns have no room, in words; '' = all have. */
export function notFitting(count: number): string {
  if (count === 0) return '';
  return count === 1 ? t('1 column does not fit') : t('{0} columns do not fit', count);
}
