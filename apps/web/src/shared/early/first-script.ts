/**
 * What the first script of the page leaves for the others. It stands in the page itself and shares no module with them (decision 0042), so it
 * hangs at the page's window. Nothing of it may be relied on: where that script did not run, nobody was early.
 */
export interface EarlyCall {
  readonly requestId: string;
  readonly response: Promise<Response>;
  /** Its head is there. */
  hasArrived: boolean;
  /** Ends the call, its body included, for the reason of whoever waits for it. */
  abort(reason: unknown): void;
}

interface FirstScript {
  /** By the address that was asked. */
  readonly calls: Map<string, EarlyCall>;
  /** Whose page the address names, and the call for it. */
  operation?: { readonly apiId: string; readonly operationId: string; readonly url: string };
  /** Ends the listening for presses, and gives the button that was pressed last. */
  takeClick?: (() => HTMLButtonElement | undefined) | undefined;
}

declare global {
  /** Only `var` declares a property of the global object. */
  var porticoFirst: FirstScript | undefined;
}

export function firstScript(): FirstScript {
  globalThis.porticoFirst ??= { calls: new Map() };
  return globalThis.porticoFirst;
}
