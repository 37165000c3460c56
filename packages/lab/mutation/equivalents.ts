/** A mistake that changes nothing anybody can notice, and why. */
type Equivalent = {
  file: string;
  /** The innermost function. */
  within: string;
  original: string;
  replacement: string;
  why: string;
};

export const equivalents: readonly Equivalent[] = [];
