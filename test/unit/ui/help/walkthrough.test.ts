import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandIds, contextKeys, viewIds } from '../../../../src/contributions.ts';
import { read } from '../../house/sources.ts';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const manifest: { contributes: { walkthroughs: { steps: Step[] }[] } } = JSON.parse(read('package.json'));
const words: Record<string, string> = JSON.parse(read('package.nls.json'));
const { walkthroughs } = manifest.contributes;
const steps = walkthroughs.flatMap((one) => one.steps);
const commands: string[] = Object.values(commandIds);
const keys: string[] = Object.values(contextKeys);
const focus: string[] = Object.values(viewIds).map((id) => `${id}.focus`);

describe('the walkthrough', () => {
  it('is one, with five steps', () => {
    assert.equal(walkthroughs.length, 1);
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['try', 'read', 'magic', 'live', 'kept'],
    );
  });

  it('ticks each step off by a command or a context key that exists', () => {
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const [kind = '', name = ''] = event.split(':');
        assert.ok(
          kind === 'onCommand'
            ? commands.includes(name)
            : kind === 'onContext' && keys.includes(name.replace(/Earlier$/, '')),
          event,
        );
      }
    }
  });

  it('ticks off what was done before it was first opened, too, wherever a context key tells', () => {
    const told = steps.flatMap(({ completionEvents }) =>
      completionEvents.filter((event) => event.startsWith('onContext:')),
    );
    const now = told.filter((event) => !event.endsWith('Earlier'));
    assert.ok(now.length > 0);
    assert.deepEqual(
      told,
      now.flatMap((event) => [event, `${event}Earlier`]),
    );
  });

  it('links to commands that exist, each step by one button of its own', () => {
    for (const { id, description } of steps) {
      const text = words[description.slice(1, -1)] ?? '';
      const links = [...text.matchAll(/\(command:([\w.]+)/g)].map(([, name]) => name ?? '');
      const known = [...commands, ...focus, 'workbench.action.openSettings'];
      assert.deepEqual(
        links.filter((name) => !known.includes(name)),
        [],
      );
      const buttons = text.split('\n').filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line));
      assert.equal(buttons.length, 1, id);
    }
  });

  it('has a picture for each step that takes its colours from the theme and carries no code', () => {
    for (const { id, media } of steps) {
      const picture = read(media.svg);
      assert.match(picture, /^<svg [^>]*viewBox="/, id);
      assert.doesNotMatch(picture, /<script|<style|style=|href=|\bon\w+=|<foreignObject/, id);
      // VS Code draws it inside its page, where only variables follow the theme; a bare colour fits one theme alone.
      const colours = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour ?? '');
      assert.ok(colours.length > 5, id);
      assert.deepEqual(
        colours.filter((colour) => colour !== 'none' && !colour.startsWith('var(--vscode-')),
        [],
        id,
      );
      assert.ok((words[media.altText.slice(1, -1)] ?? '').length > 20, id);
    }
  });
});
