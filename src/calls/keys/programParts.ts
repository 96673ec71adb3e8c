/** What stands in a program that is no code: its texts and comments. */

interface Part {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  readonly kind: 'code' | 'remark' | 'text';
}

interface Divided {
  /** The part that a place stands in; null at the end. */
  readonly part: Part | null;
  /** All code before it, line for line: `""` in place of a text, nothing in place of a comment. */
  readonly code: string;
  /** The next code behind it. */
  readonly rest: string;
}

/**
 * Each divides a program into parts that follow one another: comments (1), code (2), texts. What is left open goes on to
 * the end, of its line or of all. Where a quote behind a letter may be an apostrophe, it begins nothing.
 */
export const parts = {
  script:
    /(\/\/[^\n]*|\/\*.*?(?:\*\/|$))|([^"'`/]+)|`(?:\\.|[^`\\])*`?|(?<!\w)"(?:\\.|[^"\\\n])*"?|(?<!\w)'(?:\\.|[^'\\\n])*'?|(?<=[(,=:[!&|?{;]\s?|return )\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]?|[^/\\[\n])*\/?|./gsy,
  python: /(#[^\n]*)|([^"'#]+)|("""|''')(?:\\.|(?!\3).)*(?:\3)?|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/gsy,
  /** Go, Java, Kotlin, C#: the texts of each never begin in code of the others. */
  typed:
    /(\/\/[^\n]*|\/\*.*?(?:\*\/|$))|([^"'`/@]+)|`[^`]*`?|@\$?"(?:""|[^"])*"?|"""(?:\\.|(?!""").)*(?:""")?|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|./gsy,
  php: /(?:^|\?>).*?(?:<\?(?:php|=)?|$)|(\/\/[^\n]*|#(?!\[)[^\n]*|\/\*.*?(?:\*\/|$))|([^"'`/#<?]+)|<<<[ \t]*(["']?)(\w+)\b\3.*?(?:\n[ \t]*\4\b|$)|`[^`]*`?|(?<!\w)"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\])*'?|./gsy,
  ruby: /(#[^\n]*|(?<![^\n])=begin\b.*?(?:\n=end|$))|([^"'`/#<%=]+)|(?<![\w)\]])<<(?:[~-]["'`]?|["'`]|(?=[A-Z]))(\w+)\b.*?(?:\n[ \t]*\3[ \t\r]*(?=\n|$)|$)|(?<!\w)%[a-zA-Z]?(?:\([^)]*\)?|\[[^\]]*\]?|\{[^}]*\}?)|`[^`]*`?|(?<!\w)"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\])*'?|(?<=[(,=:[!&|?{;~]\s?)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]?|[^/\\[\n])*\/?|./gsy,
  shell:
    /((?<!\S)#[^\n]*)|([^"'\\#<$(]+|\\.)|(?<!<)<<-?[ \t]*\\?(["']?)([A-Za-z_]\w*)\b\3.*?(?:\n[ \t]*\4[ \t\r]*(?=\n|$)|$)|\(\([^()]*\)\)|\$'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|'[^']*'?|./gsy,
} as const;

/** Divides a program at a place. */
export function divided(program: string, place: number, pattern: RegExp): Divided {
  let part: Part | null = null;
  let code = '';
  let rest = '';
  for (const { 0: text, 1: comment, 2: own, index: at } of program.matchAll(pattern)) {
    const isCode = own !== undefined || text.length === 1;
    const kind = isCode ? 'code' : comment === undefined ? 'text' : 'remark';
    const bare = isCode ? text : (kind === 'text' ? '""' : '') + text.replace(/[^\n]+/g, '');
    if (part !== null) rest += bare;
    else if (at + text.length > place) part = { text, at, kind };
    else code += bare;
    if (part !== null && at > place + 1000) break;
  }
  return { code, part, rest };
}
