import { FoldedText } from '../../contract/foldedText.ts';
import { parseWithNumbers } from '../../contract/jsonNumbers.ts';
import type { MaskAs } from '../../contract/masker.ts';
import { listsIn } from '../../contract/nesting.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { Operation, ResultValueGroup } from '../../contract/shapes.ts';
import { TellApart } from '../../contract/tellApart.ts';
import type { LinesParams, LinesView, RowsParams, RowsView } from '../../protocol/contents.ts';
import type { AnswerView, ValueGroupView, ValueView } from '../../protocol/messages.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import { AnswerLists } from './answerLists.ts';
import { askedAbout, bodyText, bodyTextInTurns, type Masking, rawView } from './rawView.ts';
import type { Say } from './saidView.ts';
import { SentEntries } from './sentEntries.ts';
import { usualColumns } from './usualColumns.ts';
import type { RevealedPaths } from './valueGroups.ts';
import { maxValueChars, valueGroups } from './valueGroups.ts';

/** What an answer is made of. */
export interface ContentsOf {
  readonly operation: Operation;
  readonly body: Uint8Array;
  readonly requestBody: Uint8Array | null;
  /** `data.result`, see resultValues. */
  readonly groups: readonly ResultValueGroup[];
  /** What was learned of answers of its code there; absent or null = nothing. */
  readonly learned?: LearnedShape | null;
  /** It came from this computer; absent = it did not. */
  readonly local?: boolean;
}

/** The values, lists and text of one answer, made once and handed out piece by piece. */
export class AnswerContents {
  readonly lists: AnswerLists;
  /** What was asked about; covered in whatever the service says. */
  readonly own: OwnInput;
  private readonly of: ContentsOf;
  private readonly groups: readonly ResultValueGroup[];
  private readonly tell = new TellApart();
  private readonly masking: Masking;
  private readonly maskAs: MaskAs = (kind, text, { path }) => this.tell.mask(kind, text, path.join('.'));
  private text: { readonly revealed: boolean; readonly laid: Promise<Laid> } | null = null;
  private maskedRaw: AnswerView['raw'] | null = null;
  private first = true;

  constructor(of: ContentsOf) {
    this.of = of;
    this.own = askedAbout(of.operation, of.requestBody);
    const sent = new SentEntries(of.operation.id, of.requestBody);
    this.lists = new AnswerLists(of.operation, this.tell, sent, this.own, (keys) =>
      usualColumns(of.learned ?? null, keys),
    );
    this.masking = { maskAs: this.maskAs, own: this.own };
    this.groups = of.groups.length > 0 ? withoutRepeats(of.groups) : bareLists(of.body);
  }

  /** @param cutAt characters after which a value is cut */
  values(revealed: RevealedPaths, say: Say, cutAt = maxValueChars): readonly ValueGroupView[] {
    const { operation, local = false } = this.of;
    return valueGroups(this.groups, {
      operation,
      revealed,
      say,
      cutAt,
      tell: this.tell,
      own: this.own,
      lists: this.lists,
      local,
    });
  }

  /** One value whole, masked or clear; null when there is none at this path. */
  valueText(path: string, revealed: boolean, say: Say): string | null {
    this.prepare();
    const groups = this.values(revealed ? 'all' : new Set(), say, Number.POSITIVE_INFINITY);
    const find = (values: readonly ValueView[]): string | null => {
      for (const value of values) {
        if (value.path === path) return value.text;
        const below = find(value.children ?? []);
        if (below !== null) return below;
      }
      return null;
    };
    return find(groups.flatMap(({ values }) => values));
  }

  /** The start of the text, as much as a snapshot may carry. */
  raw(revealed: boolean): AnswerView['raw'] {
    const { body, operation } = this.of;
    if (revealed) return rawView(operation, body, true);
    this.maskedRaw ??= rawView(operation, body, false, this.masking);
    return this.maskedRaw;
  }

  /** Masks are numbered in the order of the values, then of the text, whatever is asked for first. */
  prepare(): void {
    if (!this.first) return;
    this.first = false;
    this.values(new Set(), ({ text }) => text);
    this.raw(false);
  }

  rows(params: Omit<RowsParams, 'orderId'>): RowsView | null {
    this.prepare();
    return this.lists.rows(params);
  }

  async lines({ revealed, folded, from, count }: Omit<LinesParams, 'orderId'>): Promise<LinesView> {
    const { lines, cutAt } = await this.folded(revealed);
    return { ...lines.part(folded, from, count), cutAt };
  }

  /** The whole text, masked or clear. */
  whole(revealed: boolean): string {
    this.prepare();
    return bodyText(this.of.operation, this.of.body, !revealed, this.masking).text;
  }

  /** Laid out once for masked and once for clear; who asks meanwhile waits for the same. */
  private folded(revealed: boolean): Promise<Laid> {
    this.prepare();
    if (this.text?.revealed !== revealed) this.text = { revealed, laid: this.layOut(revealed) };
    return this.text.laid;
  }

  private async layOut(revealed: boolean): Promise<Laid> {
    const { operation, body } = this.of;
    const { text, json, truncated } = await bodyTextInTurns(operation, body, !revealed, this.masking);
    return { lines: new FoldedText(text, json), cutAt: truncated ? text.length : null };
  }
}

interface Laid {
  readonly lines: FoldedText;
  readonly cutAt: number | null;
}

/** The parts of a documented field that is an object are shown within it, and so not once more beside the others. */
function withoutRepeats(groups: readonly ResultValueGroup[]): readonly ResultValueGroup[] {
  const opened = new Set(
    groups.flatMap(({ title, values }) =>
      title === null ? [] : values.flatMap(({ inner, name }) => (inner === undefined ? [] : [name])),
    ),
  );
  if (opened.size === 0) return groups;
  const isRepeat = (name: string): boolean =>
    name.includes('.') && opened.has(name.slice(0, name.indexOf('.')));
  return groups
    .map((group) =>
      group.title === null ? { ...group, values: group.values.filter(({ name }) => !isRepeat(name)) } : group,
    )
    .filter(({ values }) => values.length > 0);
}

/** Lists of an answer that has no result object: itself a list, or some other shape. */
function bareLists(body: Uint8Array): readonly ResultValueGroup[] {
  if (body.byteLength === 0) return [];
  const lists = listsIn(parseWithNumbers(new TextDecoder().decode(body)));
  if (lists.length === 0) return [];
  const values = lists.map(({ path, items }) => ({
    name: path,
    path,
    kind: 'structure' as const,
    text: '',
    mask: null,
    documented: false,
    inner: items,
  }));
  return [{ title: null, values }];
}
