/** A certificate that cannot be read, or lacks what a certificate of a provider must have. */
export interface ReadFault {
  /** The field, for example `organizationIdentifier` or `qcStatements`. */
  readonly field: string;
  /** What is wrong and what to do. */
  readonly text: string;
}

/** Ends the reading of one certificate. The exported readers catch it. */
class UnreadableCertificate extends Error implements ReadFault {
  readonly field: string;
  readonly text: string;

  constructor(field: string, text: string) {
    super(text);
    this.field = field;
    this.text = text;
  }
}

/** Throws {@link UnreadableCertificate}. */
export function refuse(field: string, text: string): never {
  throw new UnreadableCertificate(field, text);
}

/** Runs a reader and turns every error into a fault: libraries throw on bytes that this project never saw. */
export function readSafely<Value>(
  read: () => Value,
): { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: ReadFault } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof UnreadableCertificate) return { ok: false, fault: { field: error.field, text: error.text } };
    return { ok: false, fault: { field: 'certificate', text: 'The certificate cannot be read. Send an X.509 version 3 certificate in DER or PEM.' } };
  }
}
