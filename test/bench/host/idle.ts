const windowMs = 250;
const quietShare = 0.05;
const quietWindows = 4;
const longestMs = 20_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until the extension host has used next to no processor for a second: starting up takes it a while. */
export async function idle(): Promise<void> {
  const end = performance.now() + longestMs;
  for (let quiet = 0; quiet < quietWindows && performance.now() < end; ) {
    const before = process.cpuUsage();
    await pause(windowMs);
    const { user, system } = process.cpuUsage(before);
    quiet = (user + system) / 1000 < windowMs * quietShare ? quiet + 1 : 0;
  }
}

export { pause };
