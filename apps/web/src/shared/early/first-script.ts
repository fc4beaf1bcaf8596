/**
 * What the page's first script passes to the other scripts. It is inlined in the page and shares no module with them (decision 0042), so it uses
 * a global variable. The other scripts must work without it, because the first script may not have run.
 */
export interface EarlyCall {
  readonly requestId: string;
  readonly response: Promise<Response>;
  /** True once the response's head has arrived. */
  hasArrived: boolean;
  /** Aborts the call and its body, with the reason of the caller that took it. */
  abort(reason: unknown): void;
}

interface FirstScript {
  /** By the requested address. */
  readonly calls: Map<string, EarlyCall>;
  /** The operation that the address names, and the address of the call for it. */
  operation?: { readonly apiId: string; readonly operationId: string; readonly url: string };
  /** Stops recording clicks and returns the button that was clicked last. */
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
