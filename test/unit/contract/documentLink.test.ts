import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLink, readDocumentLink } from '../../../src/contract/documentLink.ts';
import { plain } from '../../../src/contract/words.ts';

const why = (text: string, local = false): string => {
  const read = readDocumentLink(text, local);
  return read.ok ? 'ok' : plain(read.why);
};

test('https leads anywhere but here, http nowhere but here, and here only from here', () => {
  assert.equal(why('https://files.example.com/a.pdf?x=1'), 'ok');
  assert.match(why('http://files.example.com/a.pdf', true), /http:\/\/files\.example\.com: only https/);
  assert.match(why('https://127.0.0.1/a'), /this computer and not the service/);
  assert.match(why('http://127.0.0.1:8080/a'), /only https/);
  for (const link of ['http://127.0.0.1:8080/a', 'https://localhost/a', 'http://[::1]/a'])
    assert.equal(why(link, true), 'ok', link);
  assert.match(why('https://user@files.example.com/'), /user name or a password/);
  for (const link of ['', 'none', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.example/x'])
    assert.notEqual(why(link, true), 'ok', link);
});

test('what follows # is for the browser alone', () => {
  const read = readDocumentLink('https://files.example.com/a.pdf#page=2', false);
  assert.equal(read.ok && read.url.href, 'https://files.example.com/a.pdf');
});

test('a text is a link as a whole, or not at all', () => {
  assert.ok(isLink('https://files.example.com/a.pdf', false));
  for (const text of ['see https://files.example.com/a.pdf', 'https://a.example/a b', 'HTTPS', ''])
    assert.ok(!isLink(text, false), text);
});
