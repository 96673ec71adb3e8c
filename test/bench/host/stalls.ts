import type { Watched } from './protocol.ts';

const everyMs = 5;

/** Notices when the event loop of this host stands still. */
export class StallWatch {
  private timer: NodeJS.Timeout | undefined;
  private last = 0;
  private worst = 0;
  private rss = 0;

  start(): void {
    clearInterval(this.timer);
    this.worst = 0;
    this.last = performance.now();
    this.rss = process.memoryUsage().rss;
    this.timer = setInterval(() => {
      const now = performance.now();
      this.worst = Math.max(this.worst, now - this.last - everyMs);
      this.last = now;
    }, everyMs);
  }

  stop(): Watched {
    clearInterval(this.timer);
    const rssAddedMiB = (process.memoryUsage().rss - this.rss) / (1024 * 1024);
    return { worstStallMs: this.worst, rssAddedMiB };
  }
}
