import { Type } from 'typebox';

// Wider than the contract's: an unknown product or id is answered 404 in the Berlin Group's words, not 400.
export const ProductParams = Type.Object({ paymentProduct: Type.String() });
export const PaymentParams = Type.Object({ paymentProduct: Type.String(), paymentId: Type.String() });
