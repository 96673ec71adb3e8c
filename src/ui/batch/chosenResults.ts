import type { RowSource } from '../../calls/batch/reading.ts';
import type { ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { ResultsChoice } from '../../protocol/batchReview.ts';
import {
  askResultsFile,
  isAsAgreed,
  proposedResults,
  type ResultsPlace,
  writtenSinceWords,
} from './resultsPlace.ts';

type Source = Pick<RowSource, 'name' | 'file'>;

/** A target whose place is null until one is chosen where none can be proposed. */
interface Wanted extends Omit<ResultsTarget, 'file'> {
  readonly place: ResultsPlace | null;
}

/** What the user of a review wants of its results, and where. */
export class ChosenResults {
  private chosen: ResultsChoice;
  /** As the user chose it; null = a free name beside the rows. */
  private place: ResultsPlace | null = null;

  constructor(choice: ResultsChoice) {
    this.chosen = choice;
  }

  get choice(): ResultsChoice {
    return this.chosen;
  }

  choose(choice: ResultsChoice): void {
    this.chosen = choice;
    this.place = null;
  }

  /** Null = nowhere. */
  async wanted(source: Source | null): Promise<Wanted | null> {
    if (this.chosen === 'none') return null;
    const format = this.chosen.startsWith('csv') ? 'csv' : 'ndjson';
    const place = this.place ?? (source === null ? null : await proposedResults(source, format));
    return { format, masked: this.chosen.endsWith('masked'), place };
  }

  async ask(source: Source | null): Promise<void> {
    const wanted = await this.wanted(source);
    if (wanted === null) return;
    this.place = (await askResultsFile(wanted.place?.file ?? null, source?.file ?? null)) ?? this.place;
  }

  /**
   * What came to the chosen place since, such as the results of another batch, stays there: a free name is proposed instead.
   * @returns the sentence that says so; null = the place is as it was
   */
  async writtenSince(): Promise<string | null> {
    const { place } = this;
    if (this.chosen === 'none' || place === null || (await isAsAgreed(place))) return null;
    this.place = null;
    return writtenSinceWords(place);
  }
}
