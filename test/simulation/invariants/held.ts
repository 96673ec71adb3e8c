import type { Phrase } from '../../../src/contract/words.ts';
import type { World } from '../world.ts';

/** Sentences of the core that tell of something that truly happened. */
const explained = [
  'is no longer in the settings',
  'now points to',
  'Change its kind back',
  'this window is closing',
  'was left out, erased or sent by another window',
  'the row waits no more',
  'the batch was paused or stopped',
  'The request fields changed',
];

const otherInput = 'this row would differ from what was planned';
const everChanging = 'the settings kept changing';

/**
 * A call that was held back was held back for a reason: a gate that lets nothing through keeps every other rule.
 * @param isOld of a batch that was planned before fields were kept
 */
export function checkHeldBack(world: World, wish: string, why: Phrase, isOld: boolean): void {
  // What the ledger said when it failed is anybody's guess.
  if (world.faults.failures > 0) return;
  const { text } = why;
  if (explained.some((one) => text.includes(one)) || (isOld && text.includes(otherInput))) return;
  if (text.includes(everChanging) && world.changes > 20) return;
  world.breach('held-back', `wish ${wish} was held back for no reason: ${text}`);
}
