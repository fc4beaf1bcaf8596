/** One request as a program has to send it: everything is filled in, the address is encoded. */
export interface SampleRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, as RFC 3986 allows it: `buildAddress` makes it so. curl would read ranges out of brackets, Java refuses them. */
  readonly url: string;
  /** In the order in which they are written; none is empty. */
  readonly headers: readonly SampleHeader[];
  readonly body?: string | undefined;
  /** Undefined: the connection shows no certificate. */
  readonly certificate?: SampleCertificate | undefined;
  /** Undefined: the request is not signed. */
  readonly signature?: SampleSignature | undefined;
}

export type SampleHeader = readonly [name: string, value: string];

/** Mutual TLS with `qwac.pem`, `qwac.key` and `qwac.p12`, as the page Certificates saves them. */
export interface SampleCertificate {
  /** True: the server's certificate is of the test authority, `portico-ca.pem`. False: of an authority that every client trusts. */
  readonly isOfTestAuthority: boolean;
}

/** A signature with `qseal.pem`, `qseal.key` and `qseal.p12`. */
export interface SampleSignature {
  readonly algorithm: SignatureAlgorithm;
}

export type SignatureAlgorithm = 'rsa-sha256' | 'ecdsa-sha256';
