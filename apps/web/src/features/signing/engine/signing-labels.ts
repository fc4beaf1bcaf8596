/** The texts that differ from kind to kind, by the kind's prefix in the catalogue: a new kind writes these keys and is done. */

/** What refusing is called, where it is not the very thing that is signed. */
const REFUSAL_LABELS = {
  refuse: 'signing.cancel',
  refusing: 'signing.progress.leaving',
  /** While the bank has not confirmed it. */
  stillRefusing: 'signing.cancelling.title',
  /** While the bank does not answer; takes `{tppName}`. */
  paused: 'signing.pause.text',
  /** Below the sheet; takes `{bankName}`. */
  footnote: 'signing.footnote',
} as const;

/** Typed by its prefix, so that a key that the catalogue lacks is a type error where the kind is declared. */
export function labelsOf<const Prefix extends string>(prefix: Prefix) {
  return {
    /** The kind's name: "Payment"; the same while it is being signed; the headline when it is done. */
    kind: `${prefix}.kind`,
    kindRunning: `${prefix}.kindRunning`,
    done: `${prefix}.done`,
    /** For methods without a control code; takes `{method}`. */
    enterPin: `${prefix}.enterPin`,
    refuseOnPhone: `${prefix}.refuseOnPhone`,
    refuseOnDevice: `${prefix}.refuseOnDevice`,
    timeShort: `${prefix}.timeShort`,
    timeShortTotal: `${prefix}.timeShortTotal`,
    /** What an error means for the customer: nothing was signed, or nobody here knows. */
    nothingDone: `${prefix}.nothingDone`,
    unknownOutcome: `${prefix}.unknownOutcome`,
    ...REFUSAL_LABELS,
  } as const;
}
