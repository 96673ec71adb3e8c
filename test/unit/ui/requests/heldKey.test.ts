import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HeldKey } from '../../../../src/ui/requests/heldKey.ts';

it('a key held down is one press, however long; pressed again, or elsewhere, it is another', () => {
  const key = new HeldKey();
  const presses: readonly (readonly [place: string, at: number])[] = [
    ['a', 0],
    ['a', 660],
    ['a', 690],
    ['a', 1380],
    ['b', 1400],
    ['b', 2200],
    ['a', 2210],
  ];
  assert.deepEqual(
    presses.map(([place, at]) => key.isHeld(place, at)),
    [false, true, true, true, false, false, false],
  );
});
