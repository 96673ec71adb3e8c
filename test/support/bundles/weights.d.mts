export const budget: {
  /** Bytes of the VSIX at most. */
  readonly package: number;
  /** Bytes read at activation at most. */
  readonly activation: number;
  /** Bytes at most, by path below the root. */
  readonly files: Readonly<Record<string, number>>;
};
