/** A bulk payment's session on its own pages. */
import { useSessionOf } from '../../views/signing-page-context.tsx';
import { isBulk } from '../payment/paid-session.ts';

export const useBulk = () => useSessionOf(isBulk);
