/** A brand, read and checked once at start; a change needs a restart. */
export interface Brand {
  readonly names: BrandNames;
  /** The style sheet after the tokens. */
  readonly css: string;
  /** Images by their paths, e.g. `/brand/logo.svg`. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Path of the browser tab's icon. */
  readonly favicon: string;
}

/** Settings of the same names override these. */
export interface BrandNames {
  readonly productName: string;
  readonly bankName: string;
  readonly bankLegalName: string;
  readonly supportContact: string;
}
