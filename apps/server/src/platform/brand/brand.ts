/** A brand as the server holds it: read and checked once at start, changed by a restart only. */
export interface Brand {
  readonly names: BrandNames;
  /** The style sheet that follows the tokens. */
  readonly css: string;
  /** Pictures by their addresses, e.g. `/brand/logo.svg`. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Address of the picture in the browser's tab. */
  readonly favicon: string;
}

/** What the settings of the same names override. */
export interface BrandNames {
  readonly productName: string;
  readonly bankName: string;
  readonly bankLegalName: string;
  readonly supportContact: string;
}
