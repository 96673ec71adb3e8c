import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOf, pathsOf, short } from '../../../src/contract/findings.ts';

test('a word of the service is whole up to sixty characters, and cut above', () => {
  const sixty = `ABC${'x'.repeat(57)}`;
  assert.equal(short('ABC'), 'ABC');
  assert.equal(short(sixty), sixty);
  assert.equal(short(`${sixty}y`), `${sixty}…`);
});

test('it is covered before it is cut, of a very long one the first thousand characters', () => {
  assert.equal(short(`${'x'.repeat(50)} someone@example.com`), `${'x'.repeat(50)} s••••••e@…`);
  assert.equal(short(`${'1'.repeat(998)} Z`), '•••••• Z');
  assert.equal(short(`${'1'.repeat(998)} ZY`), '•••••• Z');
});

test('six names are listed, of more the first six and how many there are', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  assert.equal(listOf(names), 'a, b, c, d, e, f');
  assert.equal(listOf([...names, 'g']), 'a, b, c, d, e, f … (7)');
});

test('a path is the name itself, or that within an object', () => {
  assert.deepEqual(pathsOf(['a', 'b']), ['a', 'b']);
  assert.deepEqual(pathsOf(['a', 'b'], 'data.'), ['data.a', 'data.b']);
});
