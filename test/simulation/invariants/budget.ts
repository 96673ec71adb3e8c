import { micros, ownCounted, ownSpenders, type PlainLimit } from '../settings.ts';
import { isSpent, type Kept } from '../trace.ts';
import type { World } from '../world.ts';

type Period = 'session' | 'day' | 'month';
const periods: readonly Period[] = ['session', 'day', 'month'];

/** The local calendar day of a moment, `2026-11-21`; its month is the first seven characters. */
function calendarDay(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => `${value < 10 ? '0' : ''}${value}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isWithin(period: Period, one: Kept, about: Kept): boolean {
  if (period === 'session') return one.order.session === about.order.session;
  const length = period === 'day' ? 10 : 7;
  const day = calendarDay(about.order.begunAt).slice(0, length);
  return calendarDay(one.order.begunAt).slice(0, length) === day;
}

/** No call that can be billed passes a budget, whoever was asked. */
export function checkBudget(world: World, kept: Kept, wasTold: (name: string) => boolean): void {
  const { environment } = kept;
  const { budget } = environment;
  if (budget === null) return;
  if (budget === 'broken') {
    world.breach('budget', `order ${kept.id} was begun under a budget that cannot be read`);
    return;
  }
  const spenders = ownSpenders(environment).map((one) => ownCounted(environment, one));
  const spent = [...world.trace.orders.values()].filter(
    (one) => spenders.includes(one.spender) && isSpent(one),
  );
  for (const period of periods) {
    const limit = budget[period];
    if (limit === undefined) continue;
    const within = spent.filter((one) => isWithin(period, one, kept));
    const why = passes(limit, within, kept);
    if (why !== null) world.breach('budget', `order ${kept.id} passes the budget of the ${period}: ${why}`);
    for (const measure of nearing(limit, within, kept)) {
      const name = `budget-warning:${period}:${measure}`;
      if (why === null && !wasTold(name))
        world.breach('warning', `order ${kept.id} left, and nobody was told of ${name}`);
    }
  }
}

/** What is nearly used up by this call, and so to be told: from four fifths on. */
function nearing(limit: PlainLimit, spent: readonly Kept[], kept: Kept): readonly string[] {
  const isNear = (sum: number, most: number): boolean => sum * 5 >= most * 4;
  const found: string[] = [];
  if (limit.calls !== undefined && isNear(spent.length + 1, limit.calls)) found.push('calls');
  const sum = spent.reduce((total, one) => total + (one.micros ?? 0), kept.micros ?? 0);
  if (limit.money !== undefined && isNear(sum, micros(limit.money) ?? 0)) found.push('money');
  return found;
}

function passes(limit: PlainLimit, spent: readonly Kept[], kept: Kept): string | null {
  if (limit.calls !== undefined && spent.length + 1 > limit.calls) {
    return `${spent.length} of ${limit.calls} calls were spent`;
  }
  if (limit.money === undefined) return null;
  if (kept.micros === null) return 'it has no price to count';
  const sum = spent.reduce((total, one) => total + (one.micros ?? 0), 0);
  const most = micros(limit.money) ?? 0;
  return sum + kept.micros > most ? `${sum} and ${kept.micros} of ${most} micro-rupees` : null;
}
