/** One thing that is wrong with a request: what, and where in it. */
export interface ProblemEntry {
  readonly text: string;
  readonly path?: string;
}
