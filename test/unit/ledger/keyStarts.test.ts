import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openFile } from '../../../src/ledger/openFile.ts';
import { SealingKeyStore } from '../../../src/ui/base/start/sealingKeys.ts';
import { aFolder, noon } from './aLedger.ts';
import { type Sharing, type Stage, type Start, startTogether } from './keyStarts.ts';

async function aStage(t: Parameters<typeof aFolder>[0]): Promise<Stage> {
  const folder = aFolder(t);
  const files = [];
  for (let window = 0; window < 4; window += 1) {
    const file = await openFile(folder, noon);
    // What is tested is who wins, not what a power cut leaves.
    file.db.exec('PRAGMA synchronous = OFF');
    t.after(() => file.db.close());
    files.push(file);
  }
  const noFile = () => Promise.reject(new Error('there is no such file'));
  return { files, newHome: (secrets) => new SealingKeyStore(secrets, folder, noFile), ring: 'ring' };
}

const sharings: readonly Sharing[] = ['shared', 'blob', 'own'];

async function starts(stage: Stage, count: number, faults: readonly Start['fault'][]): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = 1; seed <= count; seed += 1) {
    const sharing = sharings[seed % sharings.length] ?? 'shared';
    const fault = faults[seed % faults.length] ?? 'none';
    const { came, splits, keys } = await startTogether(stage, { seed, sharing, fault });
    const refused = came.some((one) => one.startsWith('refused'));
    if (splits > 0 || keys > 1 || refused) wrong.push(`${seed} ${sharing} ${fault}: ${came.join(' ')}`);
  }
  return wrong;
}

it('never splits: four hundred first starts of two to four windows, whose secret storage lags', async (t) => {
  assert.deepEqual(await starts(await aStage(t), 400, ['none']), []);
});

it('never splits when the window that made the key dies, or what it kept is lost', async (t) => {
  assert.deepEqual(await starts(await aStage(t), 240, ['dies', 'write lost', 'both', 'none']), []);
});
