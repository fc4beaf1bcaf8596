/** Sessions of a sandbox: all of them, or those of one customer, one application, or one thing to sign, of every kind or of one. */
export interface WhoseSignings {
  readonly sandboxId: string;
  readonly customerId?: string;
  readonly appId?: string;
  readonly resourceId?: string;
  readonly kind?: string;
}
