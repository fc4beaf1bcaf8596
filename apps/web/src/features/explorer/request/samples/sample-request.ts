/** One request as a program has to send it: everything is filled in, the address is encoded. */
export interface SampleRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, as RFC 3986 allows it: `buildAddress` makes it so. curl would read ranges out of brackets, Java refuses them. */
  readonly url: string;
  /** In the order in which they are written; none is empty. */
  readonly headers: readonly SampleHeader[];
  readonly body?: string | undefined;
}

export type SampleHeader = readonly [name: string, value: string];
