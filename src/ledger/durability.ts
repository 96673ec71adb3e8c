/**
 * What every connection that writes needs so that what is on disk is there after a power cut, too. On macOS fsync leaves
 * it in the drive's own cache; only F_FULLFSYNC empties that. Source: sqlite.org/pragma.html#pragma_fullfsync.
 */
export function durability(platform: NodeJS.Platform): string {
  const synchronous = 'PRAGMA synchronous = FULL;';
  if (platform !== 'darwin') return synchronous;
  return `${synchronous} PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;`;
}
