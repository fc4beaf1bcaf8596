/**
 * A request met something that is being deleted with its sandbox: an earlier statement has read it, and now it is gone. Every API answers 404.
 */
export class Gone extends Error {
  override readonly name = 'Gone';
}
