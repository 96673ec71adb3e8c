import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LearnedShape } from '../../../src/shapes/model.ts';
import { observe } from '../../../src/shapes/observe.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { Dice, linesOf, type PlantedShape, plantedShapes } from '../../support/plantedShapes.ts';

function learned({ make }: PlantedShape, seed: number, inputs = 50): LearnedShape {
  const dice = new Dice(seed);
  const store = new MemoryShapes();
  for (let input = 0; input < inputs; input += 1) {
    const answer = observe(JSON.stringify(make(dice)));
    const asked = { operation: 'email-bulk', place: 'embedded', input: `input ${input}`, at: input } as const;
    store.learn(asked, { code: 'OK', request: null, answer, retryAfter: null });
  }
  const [shape] = store.all();
  assert.ok(shape !== undefined);
  return shape;
}

describe('thirty planted shapes, after fifty different inputs', () => {
  it('are thirty', () => assert.equal(plantedShapes.length, 30));
  for (const planted of plantedShapes) {
    it(planted.name, () => {
      for (const seed of [1, 2, 3]) {
        assert.deepEqual([...linesOf(learned(planted, seed))].sort(), [...planted.learned].sort());
      }
    });
  }
});
