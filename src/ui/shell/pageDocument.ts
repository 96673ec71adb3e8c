/** What the HTML of a page is made of. */
export interface PageParts {
  /** Of the interface, as in `<html lang>`. */
  readonly language: string;
  /** Lets our own script and styles in, and nothing else; new for each page. */
  readonly nonce: string;
  /** In this order. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/**
 * The empty page. Scripts and style elements by nonce only, no network, no file, no inline style, no eval, and every write of
 * markup must pass a named trusted-types policy, so that nothing in an answer can become code. All it needs stands in it, the
 * font of its icons as well: VS Code hands each file that a page asks for through a service worker, and tells a page nothing
 * before it has them all.
 */
export function pageDocument({ language, nonce, styles, scripts }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html fast-html',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Verification API Explorer</title>
${styles.map((one) => `<style nonce="${nonce}">${one}</style>`).join('\n')}
</head>
<body>
${scripts.map((one) => `<script nonce="${nonce}">${one}</script>`).join('\n')}
</body>
</html>`;
}

const source = /url\("\.\/[^"]*"\)/;

/** The icons' style sheet with the font in it. @throws where the sheet names no font */
export function iconStyles(css: string, font: Uint8Array): string {
  if (!source.test(css)) throw new Error('The style sheet of the icons names no font.');
  return css.replace(source, `url("data:font/ttf;base64,${Buffer.from(font).toString('base64')}")`);
}
