import { parse } from 'shell-quote';

/** What of a cURL command may say something about its body. Everything else, the key above all, is dropped at once. */
export interface CurlParts {
  readonly url: string | null;
  readonly method: string | null;
  readonly data: readonly { readonly option: string; readonly value: string }[];
  /** With `-G` the data goes into the address. */
  readonly get: boolean;
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

/** PowerShell goes on in the next line after a backtick. An input box makes spaces of line ends. */
const lineEnd = /[\\`](?:\r?\n| +(?=-))/y;

/** A command in one line, as its parser reads it; what is quoted stays as it is. */
function inOneLine(command: string): string {
  let out = '';
  let quote = '';
  for (let at = 0; at < command.length; at += 1) {
    const sign = command.charAt(at);
    const before = command.charAt(at - 1);
    lineEnd.lastIndex = at;
    const end = lineEnd.exec(command)?.[0] ?? '';
    // In double quotes a shell takes away what it would be outside; backticks and spaces stay.
    if (end !== '' && (quote === '' || (quote === '"' && /^\\\s*\n/.test(end)))) {
      out += quote === '' ? ' ' : '';
      at += end.length - 1;
      continue;
    }
    // The parser would begin a comment there: it is the fragment of an address.
    if (sign === '#' && quote === '' && /[^\s$]/.test(before)) out += '\\';
    if (quote !== '') quote = quote.endsWith(sign) ? '' : quote;
    else if (/["']/.test(sign)) quote = before === '$' ? before + sign : sign;
    out += sign;
    // What a backslash stands before begins and ends nothing, but in single quotes.
    if (sign === '\\' && quote !== "'") {
      at += 1;
      out += command.charAt(at);
    }
  }
  return out;
}

/**
 * The words of a command as a shell would split it, and those of what it is piped into; variables stay as they are named.
 * Null for an unclear one.
 */
function wordsOf(command: string): readonly (readonly string[])[] | null {
  const words: string[][] = [[]];
  try {
    for (const entry of parse(inOneLine(withoutCarets(command)), (name) => `$${name}`)) {
      if (typeof entry === 'string') words.at(-1)?.push(entry);
      else if ('op' in entry && entry.op === 'glob') words.at(-1)?.push(entry.pattern);
      else if ('op' in entry && entry.op === '|') words.push([]);
      // Another command begins, or a comment.
      else break;
    }
  } catch {
    return null;
  }
  return words;
}

/** What `printf` would print, as Copy As pipes a body that is too long for an argument; null for anything else. */
function printed([program, format = '', ...texts]: readonly string[]): string | null {
  const isOurs = program === 'printf' && format === texts.map(() => '%s').join('\\000');
  return isOurs ? texts.join('\0') : null;
}

/** Below sentences, as Copy As writes it, also where an input box made one line of them; and behind a prompt. */
function withoutTop(command: string): string {
  return command
    .trim()
    .replace(/^(?:#[^\n]*\n\s*)*/, '')
    .replace(/^#.*?\s(?=curl(?:\.exe)?\s+(?:["'\\-]|http)|printf\s)/, '')
    .replace(/^[$>]\s+/, '');
}

/** Null for what is no cURL command. */
export function curlParts(command: string): CurlParts | null {
  const [first = [], second = []] = wordsOf(withoutTop(command)) ?? [];
  const piped = printed(first);
  const words = piped === null ? first : second;
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(words[0] ?? '')) return null;
  let url: string | null = null;
  let method: string | null = null;
  let get = false;
  const data: { option: string; value: string }[] = [];
  const take = (option: string, value: string): void => {
    const name = body[option] ?? option;
    if (bodies.has(name) && value === '@-' && piped !== null)
      data.push({ option: '--data-raw', value: piped });
    else if (bodies.has(name)) data.push({ option: name, value });
    else if (name === '--url') url = value;
    else if (name === '-X' || name === '--request') method = value.toUpperCase();
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [option, inline, flags = ''] = splitOption(word);
    if (option === '--get' || flags.includes('G')) get = true;
    if (option === null) url ??= word;
    else if (!withValue.has(option)) continue;
    else if (inline !== null) take(option, inline);
    else {
      at += 1;
      take(option, words[at] ?? '');
    }
  }
  return { url, method, data, get };
}

/**
 * `--data=x` and `-dx` hold their value themselves; of `-sSd x` the last letter counts, those before it are flags. Null = no
 * option.
 */
function splitOption(word: string): readonly [option: string | null, inline: string | null, flags?: string] {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  if (!word.startsWith('-') || word === '-') return [null, null];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word.charAt(at)}`;
    if (!withValue.has(option)) continue;
    return [option, at + 1 < word.length ? word.slice(at + 1) : null, word.slice(1, at)];
  }
  return [word, null, word];
}
