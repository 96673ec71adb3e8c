import type { ColumnMap, FieldSource } from '../../calls/batch/columns.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { SourceChoice } from '../../protocol/batchReview.ts';

/** What fills each request field, by its name. */
export type SourceChoices = Readonly<Record<string, SourceChoice>>;

/** As its user sees and chooses it. */
export function choicesOf(operation: Operation, map: ColumnMap): SourceChoices {
  return Object.fromEntries(
    operation.requestFields.map(({ name }): [string, SourceChoice] => {
      const source = own(map, name);
      if (source === undefined) return [name, { kind: 'none' }];
      return [
        name,
        'column' in source
          ? { kind: 'column', column: source.column }
          : { kind: 'value', value: source.value },
      ];
    }),
  );
}

/** As rows are read with it. @param width of the rows: a column they do not have fills nothing */
export function mapOf(operation: Operation, choices: SourceChoices, width: number): ColumnMap {
  const map = new Map<string, FieldSource>();
  for (const { name } of operation.requestFields) {
    const source = own(choices, name) ?? { kind: 'none' };
    if (source.kind === 'value') map.set(name, { value: source.value });
    if (source.kind === 'column' && source.column < width) map.set(name, { column: source.column });
  }
  return Object.fromEntries(map);
}
