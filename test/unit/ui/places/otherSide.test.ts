import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { operations } from '../../../../src/contract/operations.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import { requestFileSchema } from '../../../../src/requests/schema.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';

const { readOnWords, tellOfSandbox } = await import('../../../../src/ui/places/otherSide.ts');
const { copySandboxUrl } = await import('../../../../src/ui/commands/orderCommands.ts');

const id = 'verification-tools.verification-api-explorer';
const copied: string[] = [];
Object.assign(plainVscode.env, { clipboard: { writeText: async (text: string) => void copied.push(text) } });

beforeEach(() => {
  reset();
  plainVscode.env.remoteName = undefined;
});

describe("the sandbox's address", () => {
  it('is given as it is where code runs on the same computer', async () => {
    await tellOfSandbox({ local: true, id }, 'Copied.');
    plainVscode.env.remoteName = 'ssh-remote';
    await tellOfSandbox({ local: false, id }, 'Copied.');
    assert.deepEqual(
      world.shown.map(({ what, given }) => [what, given]),
      [
        ['showInformationMessage', ['Copied.']],
        ['showInformationMessage', ['Copied.']],
      ],
    );
  });

  it('is said to be of no use to code on the other side, with what would change that and what moves', async () => {
    plainVscode.env.remoteName = 'ssh-remote';
    world.choices.push(
      (given) => given.at(-1),
      (given) => given.at(-1),
    );
    const sandbox = async () => ({ url: 'http://127.0.0.1:7777', key: 'sandbox-key' });
    await copySandboxUrl({ sandbox, local: true, id, log: { warn: assert.fail } } as never);
    await new Promise((resolve) => setImmediate(resolve));
    const [first, second, third] = world.shown;
    assert.equal(first?.what, 'showWarningMessage');
    assert.match(
      String(first?.given[0]),
      /^Copied\..* sandbox-key.* code that runs there cannot reach the sandbox/,
    );
    assert.match(String(first?.given[0]), /another computer \(ssh-remote\)/);
    const { detail } = (second?.given[1] ?? {}) as { detail: string };
    assert.ok(detail.includes(`"remote.extensionKind": { "${id}": ["workspace"] }`));
    assert.match(detail, /own API keys, order history and spend.*Calls leave from its address/);
    assert.deepEqual(third?.given, ['workbench.action.openSettings', '@id:remote.extensionKind']);
    assert.deepEqual(copied, ['http://127.0.0.1:7777']);
  });
});

describe('variables of the environment in request files', () => {
  const say = ({ text, args = [] }: Phrase): string =>
    text.replace(/\{(\d)\}/g, (_, at: string) => String(args[Number(at)]));

  it('say on which machine they are read where that could be another', () => {
    assert.equal(readOnWords({ leavesFrom: 'this computer' }), '');
    plainVscode.env.remoteName = 'wsl';
    const words = readOnWords({ leavesFrom: 'this computer' });
    assert.equal(words, 'In this window environment variables are read on this computer.');
    const written = JSON.stringify(requestFileSchema(operations, say, words));
    assert.equal(written.split(words).length - 1, operations.length * 2 + 2);
    assert.ok(!JSON.stringify(requestFileSchema(operations, say)).includes('are read on'));
  });
});
