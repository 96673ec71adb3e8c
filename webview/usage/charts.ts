import { visible } from '../../src/contract/visible.ts';
import type { ChartView, OrderScope } from '../../src/protocol/usage.ts';
import { type Bar, barAt, type Layout, layOut } from './bars.ts';
import { type Look, readLook, tones } from './colours.ts';
import { paint } from './painting.ts';

/** Pixels a lying bar takes with its gap, and what axis and margin take. */
const barRoom = 24;
const axisRoom = 44;
const standingHeight = 260;

interface Drawn {
  readonly view: ChartView;
  readonly place: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  layout: Layout | null;
}

/** Draws the charts of a snapshot into their places. Each number stands in the table below as well, so a chart has no keys. */
export class Charts {
  private readonly open: (filter: OrderScope) => void;
  private readonly tip = document.createElement('div');
  private readonly sizes = new ResizeObserver((entries) => {
    for (const one of this.drawn) if (entries.some(({ target }) => target === one.place)) this.paint(one);
  });
  private drawn: readonly Drawn[] = [];
  private views: readonly ChartView[] = [];
  private look: Look = readLook();

  constructor(open: (filter: OrderScope) => void) {
    this.open = open;
    this.tip.className = 'bar-tip';
    this.tip.setAttribute('aria-hidden', 'true');
  }

  /** To be called after each render of the page. */
  draw(root: ParentNode, views: readonly ChartView[]): void {
    if (views === this.views && views.length === this.drawn.length) return;
    this.views = views;
    this.sizes.disconnect();
    this.tip.remove();
    this.look = readLook();
    const places = [...root.querySelectorAll<HTMLElement>('[data-chart]')];
    this.drawn = views.flatMap((view) => {
      const place = places.find(({ dataset }) => dataset.chart === view.id);
      const canvas = place?.querySelector('canvas') ?? null;
      return place === undefined || canvas === null ? [] : [{ view, place, canvas, layout: null }];
    });
    for (const one of this.drawn) {
      one.place.style.height = `${heightOf(one.view)}px`;
      this.listen(one);
      this.paint(one);
      this.sizes.observe(one.place);
    }
  }

  /** Takes the colours of a changed theme. */
  restyle(): void {
    this.look = readLook();
    for (const one of this.drawn) this.paint(one);
  }

  private paint(one: Drawn): void {
    const { canvas, place, view } = one;
    const [width, height] = [place.clientWidth, place.clientHeight];
    const pen = canvas.getContext('2d');
    if (pen === null || width === 0) return;
    const { look } = this;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    pen.scale(devicePixelRatio, devicePixelRatio);
    pen.font = `${look.size}px ${look.font}`;
    const say = (value: number): string => value.toLocaleString(document.documentElement.lang || undefined);
    const measure = (text: string): number => pen.measureText(visible(text)).width;
    one.layout = layOut(view, { width, height, line: Math.ceil(look.size * 1.2), measure, say });
    paint(pen, view, one.layout, look, { height, say });
  }

  private listen(one: Drawn): void {
    const { canvas, view } = one;
    const under = ({ offsetX, offsetY }: MouseEvent): Bar | null =>
      one.layout === null ? null : barAt(one.layout, offsetX, offsetY);
    canvas.onmousemove = (event) => {
      const bar = under(event);
      canvas.style.cursor = bar === null ? 'default' : 'pointer';
      this.show(one, bar, event);
    };
    canvas.onmouseleave = () => this.tip.remove();
    canvas.onclick = (event) => {
      const bar = under(event);
      const filter = bar === null ? null : view.series[bar.series]?.filters[bar.index];
      if (filter !== null && filter !== undefined) this.open(filter);
    };
  }

  /** Says beside the mouse what a bar counts. */
  private show({ view, place }: Drawn, bar: Bar | null, { offsetX, offsetY }: MouseEvent): void {
    if (bar === null) {
      this.tip.remove();
      return;
    }
    const series = view.series[bar.series];
    const spoken = series?.spoken[bar.index] ?? '';
    const name = document.createElement('strong');
    name.textContent = visible(view.labels[bar.index] ?? '');
    const words = document.createElement('span');
    words.textContent = visible(view.stacked ? `${series?.name ?? ''}: ${spoken}` : spoken);
    const key = document.createElement('span');
    key.className = `swatch tone-${bar.series % tones.length}`;
    const text = view.series.length > 1 ? [key, words] : [words];
    this.tip.replaceChildren(name, document.createElement('br'), ...text);
    place.append(this.tip);
    const { offsetWidth: wide, offsetHeight: high } = this.tip;
    this.tip.style.left = `${Math.max(0, Math.min(offsetX + 12, place.clientWidth - wide))}px`;
    this.tip.style.top = `${Math.max(0, Math.min(offsetY + 12, place.clientHeight - high))}px`;
  }
}

function heightOf({ lying, labels, series }: ChartView): number {
  return lying ? labels.length * Math.max(1, series.length) * barRoom + axisRoom : standingHeight;
}
