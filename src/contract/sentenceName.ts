/**
 * What a sentence is called in the translations that ship, six or seven letters: FNV-1a of its UTF-16, 32 bits. With the English
 * sentences as names every translation would bring all of them a second time. The build refuses two of one name.
 */
export function sentenceName(english: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < english.length; at += 1) hash = Math.imul(hash ^ english.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
