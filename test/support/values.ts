import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** The toolkit's fields show a value they were given one frame later. */
const patienceMs = 5000;

/** Waits until a field holds this text; fails with what it holds instead. */
export async function reads(field: Locator, wanted: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while ((await field.inputValue()) !== wanted && Date.now() < end) await field.page().waitForTimeout(50);
  assert.equal(await field.inputValue(), wanted);
}
