import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aFolder, aWindow } from './aLedger.ts';
import { inputs, teach } from './taught.ts';

it('a window that is killed while it learns, beside one that goes on, leaves whole lessons', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  for (const round of [1, 2, 3]) {
    const args = [join(import.meta.dirname, 'teacher.ts'), folder, `round ${round} `];
    const child = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    for (let n = 0; n < 10; n += 1) {
      await teach(ledger, `own ${round} ${n}`, { input: `own ${round} ${n}`, result: { year: n } });
    }
    await sleep(20 * round);
    child.kill('SIGKILL');
    await ended;
  }
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  const count = (sql: string): number => Number(db.prepare(sql).get()?.n);
  assert.equal(count(`SELECT count(*) AS n FROM orders WHERE state = 'settled' AND taught <> 1`), 0);
  const asked = count(`SELECT count(DISTINCT fingerprint) AS n FROM orders WHERE state = 'settled'`);
  assert.ok(asked > 30);
  assert.equal(await inputs(ledger), asked);
  assert.equal(count('SELECT count(*) AS n FROM fact_inputs'), 2 * asked);
  assert.equal(count('SELECT sum(inputs) AS n FROM fact_sets'), 2 * asked);
  assert.equal(
    count('SELECT count(*) AS n FROM fact_inputs WHERE fact_set NOT IN (SELECT id FROM fact_sets)'),
    0,
  );
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
});
