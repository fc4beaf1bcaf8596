/** Sessions of a sandbox: all of them, or those of one customer or one application. */
export interface WhoseSignings {
  readonly sandboxId: string;
  readonly customerId?: string;
  readonly appId?: string;
}
