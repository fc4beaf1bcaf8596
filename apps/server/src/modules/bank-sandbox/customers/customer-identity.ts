/** By what the bank's sign-in page finds a test customer, and what the developer calls the customer. */
export interface CustomerIdentity {
  readonly userName: string;
  readonly nationalIdentityNumber: string;
  /** With Mobile-ID only. */
  readonly phoneNumber: string | undefined;
  /** With eParaksts mobile only. */
  readonly userNumber: string | undefined;
}
