/** The bank's pages have plain paths: the interaction's cookie and the provider's redirects know them. */
import { decodeAddressPart } from '../shared/page/decode-address-part.ts';

export type BankRoute =
  | { page: 'signIn'; id: string }
  | { page: 'device' }
  | { page: 'accessibility' }
  /** Without `paymentId`, the list. */
  | { page: 'toSign'; paymentId: string | undefined }
  /** Without `permissionId`, the list. */
  | { page: 'permissions'; permissionId: string | undefined }
  /** Without `receiptId`, the list. */
  | { page: 'receipts'; receiptId: string | undefined }
  | { page: 'notFound' };

const SIGN_IN = /^\/bank\/sign-in\/([^/]+)\/?$/;
const DEVICE = /^\/bank\/device\/?$/;
const ACCESSIBILITY = /^\/bank\/accessibility\/?$/;
const PERMISSIONS = /^\/bank\/permissions(?:\/([^/]+))?\/?$/;
const RECEIPTS = /^\/bank\/receipts(?:\/([^/]+))?\/?$/;
const TO_SIGN = /^\/bank\/to-sign(?:\/([^/]+))?\/?$/;

export function bankRouteOf(pathname: string): BankRoute {
  if (DEVICE.test(pathname)) return { page: 'device' };
  if (ACCESSIBILITY.test(pathname)) return { page: 'accessibility' };
  const toSign = TO_SIGN.exec(pathname);
  if (toSign !== null) return { page: 'toSign', paymentId: decoded(toSign[1]) };
  const permissions = PERMISSIONS.exec(pathname);
  if (permissions !== null) return { page: 'permissions', permissionId: decoded(permissions[1]) };
  const receipts = RECEIPTS.exec(pathname);
  if (receipts !== null) return { page: 'receipts', receiptId: decoded(receipts[1]) };
  const id = decoded(SIGN_IN.exec(pathname)?.[1]);
  return id === undefined ? { page: 'notFound' } : { page: 'signIn', id };
}

function decoded(part: string | undefined): string | undefined {
  return part === undefined ? undefined : decodeAddressPart(part);
}
