import { type OpenHistory, run, type Script, scriptOf } from './run.ts';
import { shrink } from './shrink.ts';
import { type Found, historyOf } from './worker.ts';

function header(script: Script, whole: Script, { invariant }: Found): string {
  const kinds = script.events.map(({ kind }) => kind).join(', ');
  return `seed ${script.seed} breaks "${invariant}"; ${whole.events.length} events, shrunk to ${script.events.length}: ${kinds}`;
}

/** The story of a seed that fails, as short as it can be made, with the command that plays it again. */
export async function tellStory(found: Found, shrinks: boolean): Promise<string> {
  const { ledger } = found;
  const history: OpenHistory = await historyOf(ledger);
  const whole = scriptOf(found.seed, found.climate);
  const script = shrinks ? await shrink(whole, found.invariant, history) : whole;
  const { story } = await run(script, history, true);
  const where = found.climate === 'ordinary' ? '' : ` --climate ${found.climate}`;
  const again = `npm run simulate -- --replay ${found.seed}${where}${ledger === 'real' ? ' --ledger real' : ''}`;
  return [header(script, whole, found), found.what, ...story, `Again: ${again}`].join('\n');
}
