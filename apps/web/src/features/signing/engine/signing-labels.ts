/** The texts that differ between kinds, by the kind's prefix in the catalogue. A new kind adds these keys. */

/** Texts about refusing, for all kinds except cancellations. */
const REFUSAL_LABELS = {
  refuse: 'signing.cancel',
  refusing: 'signing.progress.leaving',
  /** Shown until the bank confirms the refusal. */
  stillRefusing: 'signing.cancelling.title',
  /** Shown while the bank does not respond; takes `{tppName}`. */
  paused: 'signing.pause.text',
  /** Below the sheet; takes `{bankName}`. */
  footnote: 'signing.footnote',
} as const;

/** Texts about a signed session that is opened again, for all kinds that say no more of it. */
const SIGNED_LABELS = {
  /** Takes `{at}`. */
  signed: 'signing.outcome.signed',
  /** The signature took effect. */
  tookEffect: 'signing.outcome.signed.success',
} as const;

/** Typed by its prefix, so that a key missing in the catalogue is a type error where the kind is declared. */
export function labelsOf<const Prefix extends string>(prefix: Prefix) {
  return {
    /** The kind's name ("Payment"). */
    kind: `${prefix}.kind`,
    /** The headline before the signature: what the customer is asked to do. */
    title: `${prefix}.title`,
    /** The headline after the signature. */
    done: `${prefix}.done`,
    /** For methods without a control code; takes `{method}`. */
    enterPin: `${prefix}.enterPin`,
    refuseOnPhone: `${prefix}.refuseOnPhone`,
    refuseOnDevice: `${prefix}.refuseOnDevice`,
    timeShort: `${prefix}.timeShort`,
    timeShortTotal: `${prefix}.timeShortTotal`,
    /** What an error means for the customer: nothing was signed, or the outcome is unknown. */
    nothingDone: `${prefix}.nothingDone`,
    unknownOutcome: `${prefix}.unknownOutcome`,
    /** The end of a refused session. */
    refused: `signing.outcome.refused.${prefix}`,
    ...SIGNED_LABELS,
    ...REFUSAL_LABELS,
  } as const;
}
