import type { RowSource } from '../../../src/calls/batch/reading.ts';

/** A source of a text, in pieces of so many bytes. */
export function aSource(text: string | Uint8Array, name = 'rows.csv', piece = 7): RowSource {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return {
    name,
    file: null,
    format: /\.(jsonl|ndjson)$/.test(name) ? 'json-lines' : 'csv',
    async *open() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
  };
}
