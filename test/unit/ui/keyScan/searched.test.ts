import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEnvironmentFile } from '../../../../src/ui/keyScan/searched.ts';

describe('a file of environment variables', () => {
  it('is known by its name', () => {
    for (const path of ['/a/.env', '.env', '/a/.env.local', '/a/.env.production.local']) {
      assert.ok(isEnvironmentFile(path), path);
    }
    const others = [
      '/a/.env.example',
      '/a/.env.sample',
      '/a/my.env.ts',
      '/a/.env/b.ts',
      '/a/.envrc',
      '/a/env',
    ];
    for (const path of others) assert.ok(!isEnvironmentFile(path), path);
  });
});
