/** The bytes of a request's JSON body as they arrived, for checks of signatures over them. Kept as long as the request. */
const bodies = new WeakMap<object, Uint8Array>();
const NOTHING = new Uint8Array();

/** Called where a body is read. */
export function noteBodyBytes(request: object, bytes: Uint8Array): void {
  bodies.set(request, bytes);
}

/** Empty where the request has no body. */
export const bodyBytesOf = (request: object): Uint8Array => bodies.get(request) ?? NOTHING;
