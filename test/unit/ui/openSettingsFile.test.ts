import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { commandIds, settingIds } from '../../../src/contributions.ts';
import { sourceFiles } from '../house/sources.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

describe('the settings file that is opened', () => {
  let told: Told;
  before(async () => {
    told = await standInForVscode();
  });

  const file = 'workbench.action.openApplicationSettingsJson';

  it('is the one that counts for settings of the application, whatever profile the window has', async () => {
    const { editPrices } = await import('../../../src/ui/environments/editPrices.ts');
    const { openFieldSetting } = await import('../../../src/ui/fields/editFields.ts');
    const { goElsewhere } = await import('../../../src/ui/sending/goElsewhere.ts');
    told.shown.length = 0;
    await editPrices();
    await openFieldSetting();
    const acme = { name: 'acme', baseUrl: '', kind: 'live' } as const;
    await goElsewhere({ kind: 'change-budget', cure: 'settings', limit: null }, acme, 'rc-advanced');
    await goElsewhere({ kind: 'change-budget', cure: 'budget', limit: 'month:money' }, acme, 'rc-advanced');
    await goElsewhere({ kind: 'change-budget', cure: 'price', limit: 'day:money' }, acme, 'rc-advanced');
    assert.deepEqual(told.shown, [
      [file, { revealSetting: { key: settingIds.environments, edit: true } }],
      [file, { revealSetting: { key: settingIds.requestFields, edit: false } }],
      [file, { revealSetting: { key: settingIds.environments, edit: true } }],
      [commandIds.setBudget, 'acme', 'month:money'],
      [commandIds.setPrice, 'rc-advanced', 'acme'],
    ]);
  });

  it('counts for every setting, and no other is opened anywhere', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
    const sections: readonly { properties: Record<string, { scope?: string }> }[] = contributes.configuration;
    for (const [id, { scope }] of sections.flatMap(({ properties }) => Object.entries(properties))) {
      assert.equal(scope, 'application', id);
    }
    const others = sourceFiles().filter((path) =>
      /workbench\.action\.open(?:Settings|Global|User)\w*Json/.test(readFileSync(path, 'utf8')),
    );
    assert.deepEqual(others, []);
  });
});
