/**
 * One row of the explorer's matrix: a place, a style, explode and a type. The expected texts are written by hand from OpenAPI 3.1.1 ("Style Examples", "Encoding Object",
 * "Security Scheme Object"), RFC 6570 and RFC 7578; no code of Portico made them.
 */

/** A part of an operation in OpenAPI's words, and what a server must receive. */
export interface Cell {
  readonly place: Place;
  readonly what: string;
  readonly operation: object;
  /** After the number of the cell. Default: nothing. */
  readonly path?: string;
  /** Path and query after the number of the cell. Default: nothing. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Headers that must be missing. */
  readonly without?: readonly string[];
}

export type Place = 'path' | 'query' | 'header' | 'cookie' | 'form' | 'multipart' | 'JSON' | 'XML' | 'text' | 'security';
