/** What leads out of the texts of a release. */
export interface Addresses {
  /** Of the repository, without `.git`; null where only the others are given. */
  readonly repository: string | null;
  /** What files, and what pictures, are appended to; null where vsce knows it by the repository. */
  readonly content: string | null;
  readonly images: string | null;
}

/** An address under which files can be named: https, a host, nothing that would stand in the way of what is appended. */
function baseAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const wrong =
    url === null
      ? 'is no address'
      : url.protocol !== 'https:'
        ? 'does not begin with https://, which galleries want'
        : url.username !== '' || url.password !== ''
          ? 'holds a name or a password'
          : url.search !== '' || url.hash !== ''
            ? 'has a "?" or a "#", after which no file can be named'
            : null;
  if (url === null || wrong !== null)
    throw new Error(`--${option} ${wrong}: give it as in https://example.org/our/extension.`);
  return url.href.replace(/\/+$/, '');
}

interface Given {
  readonly repository?: string | undefined;
  readonly 'content-url'?: string | undefined;
  readonly 'images-url'?: string | undefined;
}

/** @throws a sentence that says what is missing or wrong, and never repeats what was given: it may hold a password */
export function readAddresses(given: Given): Addresses {
  const read = (option: keyof Given): string | null => {
    const text = given[option]?.trim();
    return text === undefined || text === '' ? null : baseAddress(option, text);
  };
  const repository = read('repository')?.replace(/\.git$/, '') ?? null;
  const [content, images] = [read('content-url'), read('images-url')];
  if ((content === null) !== (images === null))
    throw new Error('--content-url and --images-url belong together, for files and for pictures: give both.');
  if (repository === null && content === null)
    throw new Error(
      'A release needs to know where links and pictures of the README lead: give --repository https://…, or --content-url ' +
        'and --images-url.',
    );
  return { repository, content, images };
}
