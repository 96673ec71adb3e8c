import type { OrdersAction, OrdersChoice, OrdersRequests, OrdersState } from '../../src/protocol/orders.ts';
import type { Client } from '../client.ts';
import { failureWords } from '../failureWords.ts';
import { LastChoice } from '../lastChoice.ts';
import { t, useTranslations } from '../strings.ts';
import type { GridPlace, OrdersActions } from './input.ts';
import {
  afterAgain,
  afterState,
  afterWindow,
  atTheTop,
  firstOrdersModel,
  groupedBy,
  type KeptOrders,
  moveTo,
  type OrdersModel,
  ordersToKeep,
  selectOnly,
  toggle,
  withKept,
  withSorting,
} from './model.ts';
import { Search } from './search.ts';

export interface OrdersPorts {
  readonly client: Pick<Client<OrdersRequests>, 'request'>;
  keep(kept: KeptOrders): void;
  /** What was kept before the tab was hidden or the window reloaded. */
  kept(): unknown;
  changed(model: OrdersModel): void;
  place(): GridPlace & { readonly top: number; readonly height: number };
  scrollTo(top: number): void;
  /** Runs `run` once after `ms`; the result takes it back. */
  later(run: () => void, ms: number): () => void;
}

/** Turns keys and clicks into requests and what the host says into the next model. */
export class OrdersController implements OrdersActions {
  model: OrdersModel = firstOrdersModel;
  readonly #ports: OrdersPorts;
  /** Windows being read, by the place they start after. */
  readonly #reading = new Set<string>();
  readonly #last = new LastChoice<OrdersChoice>();
  readonly #search: Search;
  /** The order whose row was pressed last. */
  #pressed: string | null = null;
  /** Grows with each choice of rows. */
  #selections = 0;

  constructor(ports: OrdersPorts) {
    this.#ports = ports;
    this.#search = new Search({
      found: () => this.model.state?.found ?? '',
      find: (text) => this.#ask(ports.client.request('orders/find', { text })),
      later: (run, ms) => ports.later(run, ms),
    });
  }

  #keep(): void {
    const kept = ordersToKeep(this.model);
    if (kept !== null) this.#ports.keep(kept);
  }

  async start(): Promise<void> {
    await this.#ask(this.#ports.client.request('page/ready', null).then((state) => this.adopt(state)));
  }

  adopt(next: OrdersState): void {
    if (this.#search.isLate(next.found)) return;
    useTranslations(next.l10n);
    const isFirst = this.model.state === null;
    const isOther = this.model.state?.list !== next.list;
    // One that comes back may have been hidden while something was erased.
    const mayBeGone = this.model.state?.erasures !== next.erasures;
    const atTop = this.#ports.place().top < this.#ports.place().lineHeight;
    this.model = afterState(this.model, next, atTop);
    if (isFirst) this.model = withKept(this.model, this.#ports.kept());
    this.#keep();
    this.#ports.changed(this.model);
    if (isFirst) this.#intoView();
    else if (isOther) this.#ports.scrollTo(0);
    if (!(isOther || atTop)) this.#readInView(next.list);
    this.look();
    if (mayBeGone) this.#dropGone();
  }

  /** What is counted as selected is there: it may have been erased elsewhere. */
  #dropGone(): void {
    const ids = [...this.model.selected];
    if (ids.length === 0) return;
    void this.#ask(
      this.#ports.client.request('orders/gone', { ids }).then(({ gone }) => this.#withoutThese(gone)),
    );
  }

  #withoutThese(gone: readonly string[]): void {
    const left = new Set(this.model.selected);
    for (const id of gone) left.delete(id);
    if (left.size < this.model.selected.size) this.#select({ ...this.model, selected: left });
  }

  /** Windows behind the first are told anew by the place they start after. */
  #readInView(list: number): void {
    const { from, to } = this.#ports.place();
    for (const at of this.model.windows.between(from, to)) if (at > 0) void this.#readAgain(list, at);
  }

  #change(change: Partial<OrdersModel>): void {
    this.model = { ...this.model, ...change };
    this.#ports.changed(this.model);
  }

  /** What goes wrong stands on the page until the next thing goes right. Resolves to whether it went right. */
  async #ask(asked: Promise<unknown>): Promise<boolean> {
    try {
      await asked;
      if (this.model.problem !== null) this.#change({ problem: null });
      return true;
    } catch (error) {
      const problem = failureWords(error);
      if (problem !== null) this.#change({ problem });
      return false;
    }
  }

  /** Draws what is in view, and asks for rows that are not there yet. */
  look(): void {
    const { from, to, top, lineHeight } = this.#ports.place();
    if (top < lineHeight) this.model = atTheTop(this.model);
    const { windows, state } = this.model;
    const inView = windows.between(from, to);
    this.model = { ...this.model, windows: windows.near(inView) };
    this.#ports.changed(this.model);
    if (state === null) return;
    for (const line of this.model.windows.show(from, to)) {
      if (line.kind === 'waiting') void this.#readAgain(state.list, line.window);
    }
    if (to >= windows.lines && windows.next !== null) void this.#readNext(state.list, windows.next);
  }

  readonly scrolled = (): void => this.look();

  async #readNext(list: number, after: string): Promise<void> {
    await this.#once(`${list} ${after}`, async () => {
      const read = await this.#ports.client.request('orders/rows', { list, after });
      // Meanwhile it may be another list, or one read from another place.
      if (this.model.state?.list !== list || this.model.windows.next !== after) return;
      this.model = afterWindow(this.model, read);
      this.look();
    });
  }

  async #readAgain(list: number, at: number): Promise<void> {
    const after = this.model.windows.afterOf(at);
    await this.#once(`${list} again ${after}`, async () => {
      const read = await this.#ports.client.request('orders/rows', { list, after });
      if (this.model.state?.list !== list || this.model.windows.afterOf(at) !== after) return;
      this.model = afterAgain(this.model, at, read);
      this.look();
    });
  }

  async #once(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#reading.has(name)) return;
    this.#reading.add(name);
    await this.#ask(work().finally(() => this.#reading.delete(name)));
  }

  readonly choose = (change: Partial<OrdersChoice>): void => {
    const { state } = this.model;
    if (state === null) return;
    // The field empties with it.
    this.#search.end();
    this.model = { ...this.model, typed: null };
    const choice = { ...this.#last.over(state.choice), ...change };
    void this.#ask(this.#last.ask(choice, (chosen) => this.#ports.client.request('orders/choose', chosen)));
  };

  readonly sort = (by: OrdersChoice['sort']['by']): void => {
    if (this.model.state !== null) this.choose(withSorting(this.#last.over(this.model.state.choice), by));
  };

  readonly group = (group: OrdersChoice['group']): void => {
    if (this.model.state !== null) this.choose(groupedBy(this.#last.over(this.model.state.choice), group));
  };

  readonly type = (text: string): void => {
    this.#change({ typed: text });
    this.#search.type(text);
  };

  readonly find = (text: string): void => {
    this.#change({ typed: text });
    this.#search.make(text);
  };

  readonly columns = (): void => {
    void this.#ask(this.#ports.client.request('orders/columns', null));
  };

  readonly selectAll = (): void => {
    const { state } = this.model;
    if (state === null) return;
    this.#selections += 1;
    const turn = this.#selections;
    const all = this.#ports.client.request('orders/all', { list: state.list }).then(({ ids, more }) => {
      // Of a long list the answer may come after other rows were chosen, or another list.
      if (turn !== this.#selections || this.model.state?.list !== state.list) return;
      const said = more ? t('{0} selected; the list holds more.', ids.length) : t('{0} selected', ids.length);
      this.#change({ selected: new Set(ids), said });
      this.#keep();
    });
    void this.#ask(all);
  };

  readonly clearSelection = (): void => this.#select({ ...this.model, selected: new Set() });

  readonly onSelected = (action: OrdersAction): void => {
    const ids = [...this.model.selected];
    void this.#ask(
      this.#ports.client.request('orders/act', { action, ids }).then(({ gone }) => this.#withoutThese(gone)),
    );
  };

  readonly openSelected = (): void => {
    const [id] = this.model.selected;
    if (id !== undefined) void this.#ask(this.#ports.client.request('orders/open', { id }));
  };

  #openAt(index: number): void {
    const id = this.model.windows.idAt(index);
    if (id !== null) this.#open(id);
  }

  #open(id: string): void {
    void this.#ask(this.#ports.client.request('orders/open', { id }));
  }

  #select(model: OrdersModel): void {
    this.#selections += 1;
    this.model = { ...model, said: t('{0} selected', model.selected.size) };
    this.#keep();
    this.#ports.changed(this.model);
  }

  readonly press = (event: MouseEvent): void => {
    const index = indexOf(event);
    if (index === null) return;
    // Between the presses of a double click other rows may have come above: both are meant for the first one's row.
    const id = this.model.windows.idAt(index);
    if (event.detail > 1 && id !== this.#pressed) return;
    this.#pressed = id;
    const onCheck = event.target instanceof Element && event.target.closest('.check') !== null;
    if (event.shiftKey) this.#select(moveTo(this.model, index, true));
    else if (onCheck || event.ctrlKey || event.metaKey) this.#select(toggle(this.model, index));
    else this.#select(selectOnly(this.model, index));
  };

  readonly open = (event: MouseEvent): void => {
    if (indexOf(event) !== null && this.#pressed !== null) this.#open(this.#pressed);
  };

  #move(index: number, extend: boolean): void {
    const before = this.model.selected;
    this.model = moveTo(
      extend || this.model.active < 0 ? this.model : { ...this.model, anchor: 0 },
      index,
      extend,
    );
    if (!extend) this.model = { ...this.model, anchor: Math.max(0, this.model.active) };
    this.#keep();
    this.#intoView();
    if (this.model.selected === before) this.look();
    else this.#select(this.model);
  }

  /** The row under the keys is always in view. */
  #intoView(): void {
    const { windows, active } = this.model;
    const { top, height, lineHeight } = this.#ports.place();
    const start = active < 0 ? 0 : windows.lineOf(active) * lineHeight;
    if (start < top) this.#ports.scrollTo(active === 0 ? 0 : start);
    else if (start + lineHeight > top + height) this.#ports.scrollTo(start + lineHeight - height);
  }

  #cell(step: number): void {
    const most = this.model.state?.columns.length ?? 0;
    this.#change({ cell: Math.max(-1, Math.min(this.model.cell + step, most)) });
  }

  /** Enter or Space on the row of headings. */
  #pressHead(): void {
    const { cell, state } = this.model;
    if (cell <= 0) {
      this.selectAll();
      return;
    }
    const column = document.getElementById(`head-${cell}`)?.dataset.column;
    const by = state?.columns.find(({ id }) => id === column)?.sort ?? null;
    if (by !== null) this.sort(by);
  }

  readonly key = (event: KeyboardEvent): void => {
    const { active, windows } = this.model;
    const { height, lineHeight } = this.#ports.place();
    const page = Math.max(1, Math.floor(height / lineHeight) - 1);
    const { shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.max(0, active) + page,
      PageUp: Math.max(0, active - page),
      Home: 0,
      End: windows.rows - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) this.#move(to, shiftKey);
    else if (event.key === 'ArrowRight') this.#cell(1);
    else if (event.key === 'ArrowLeft') this.#cell(-1);
    else if (event.key.toLowerCase() === 'a' && isCommand) this.selectAll();
    else if (event.key === 'Escape' && this.model.selected.size > 0) this.clearSelection();
    else if (event.key === 'Delete' && this.model.selected.size > 0) this.onSelected('erase');
    else if (event.key === 'Enter' && active >= 0) this.#openAt(active);
    else if (event.key === ' ' && active >= 0) {
      this.#select(shiftKey ? moveTo(this.model, active, true) : toggle(this.model, active));
    } else if ((event.key === ' ' || event.key === 'Enter') && active < 0) this.#pressHead();
    else return;
    event.preventDefault();
  };
}

/** The row an event happened on, or null. */
function indexOf(event: Event): number | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset.index);
}
