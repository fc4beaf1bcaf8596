import { Type } from 'typebox';

// Wider than the contract's, so that an unknown product or id gets a 404 with a Berlin Group error code, not a 400.
export const ProductParams = Type.Object({ paymentProduct: Type.String() });
export const PaymentParams = Type.Object({ paymentProduct: Type.String(), paymentId: Type.String() });
