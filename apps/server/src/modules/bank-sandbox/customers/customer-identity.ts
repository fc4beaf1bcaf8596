/** The numbers by which the sign-in page finds a test customer, and the user name for developers. */
export interface CustomerIdentity {
  readonly userName: string;
  readonly nationalIdentityNumber: string;
  /** With Mobile-ID only. */
  readonly phoneNumber: string | undefined;
  /** With eParaksts mobile only. */
  readonly userNumber: string | undefined;
}
