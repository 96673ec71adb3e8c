import { parse } from 'shell-quote';

/** What of a cURL command may say something about its body. Everything else, the key above all, is dropped at once. */
export interface CurlParts {
  readonly url: string | null;
  readonly method: string | null;
  readonly data: readonly { readonly option: string; readonly value: string }[];
}

/** Options whose next word belongs to them, so that it is not taken for the address. */
const withValue = new Set(
  [
    '-A --user-agent -b --cookie -c --cookie-jar -C --continue-at -D --dump-header -e --referer -E --cert --key',
    '-h -H --header -K --config -m --max-time -o --output -P --ftp-port -Q --quote -r --range -t -T --upload-file',
    '-u --user -U --proxy-user -w --write-out -x --proxy -X --request -y -Y -z --time-cond --url --connect-timeout',
    '--retry --retry-delay --retry-max-time --cacert --capath --resolve --connect-to --interface --limit-rate',
    '--oauth2-bearer --proxy-header --aws-sigv4 --ciphers --max-redirs --proto --tls-max --unix-socket --variable',
    '--noproxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --doh-url --dns-servers --pinnedpubkey --pass',
    '--cert-type --key-type --netrc-file --trace --trace-ascii --stderr --rate --keepalive-time --max-filesize --url-query',
    '-d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form --form-string',
  ]
    .join(' ')
    .split(' '),
);

const body: Readonly<Record<string, string>> = { '-d': '--data', '-F': '--form', '--data-ascii': '--data' };
const bodies = new Set([
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
  '--form',
  '--form-string',
]);

/** What cmd.exe would hand to curl: its caret taken away, a line that ends in one joined with the next. */
function withoutCarets(command: string): string {
  return /\^"|\^\r?\n/.test(command) ? command.replace(/\^\r?\n/g, '').replace(/\^([\s\S])/g, '$1') : command;
}

/** The words of a command as a shell would split it; variables stay as they are named. Null for an unclear one. */
function wordsOf(command: string): readonly string[] | null {
  const joined = withoutCarets(command)
    // PowerShell goes on in the next line after a backtick; JSON has none there.
    .replace(/[\\`]\r?\n/g, ' ')
    // An input box makes spaces of line ends.
    .replace(/[\\`] +(?=-)/g, ' ');
  const words: string[] = [];
  try {
    for (const entry of parse(joined, (name) => `$${name}`)) {
      if (typeof entry === 'string') words.push(entry);
      else if ('op' in entry && entry.op === 'glob') words.push(entry.pattern);
      // Another command begins, or a comment.
      else break;
    }
  } catch {
    return null;
  }
  return words;
}

/** Null for what is no cURL command. */
export function curlParts(command: string): CurlParts | null {
  // Below sentences, as Copy As writes it, and behind a prompt.
  const words = wordsOf(command.trim().replace(/^(?:#[^\n]*\n\s*)*(?:[$>]\s+)?/, ''));
  if (words === null || !/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(words[0] ?? '')) return null;
  let url: string | null = null;
  let method: string | null = null;
  const data: { option: string; value: string }[] = [];
  const take = (option: string, value: string): void => {
    const name = body[option] ?? option;
    if (bodies.has(name)) data.push({ option: name, value });
    else if (name === '--url') url = value;
    else if (name === '-X' || name === '--request') method = value.toUpperCase();
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [option, inline] = splitOption(word);
    if (option === null) url ??= word;
    else if (!withValue.has(option)) continue;
    else if (inline !== null) take(option, inline);
    else {
      at += 1;
      take(option, words[at] ?? '');
    }
  }
  return { url, method, data };
}

/** `--data=x` and `-dx` hold their value themselves; of `-sSd x` the last letter counts. Null = no option. */
function splitOption(word: string): readonly [option: string | null, inline: string | null] {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  if (!word.startsWith('-') || word === '-') return [null, null];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word.charAt(at)}`;
    if (!withValue.has(option)) continue;
    return [option, at + 1 < word.length ? word.slice(at + 1) : null];
  }
  return [word, null];
}
