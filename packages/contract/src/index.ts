/** The wire. Every body that crosses a process boundary is described here once; types are inferred from the schemas. */
export * from './calls/bank-device.ts';
export * from './calls/bank-sign-in.ts';
export * from './calls/content.ts';
export * from './calls/identity.ts';
export * from './calls/sandbox.ts';
export * from './calls/tpp.ts';
export * from './calls/ui-consent.ts';
export * from './calls/ui-signing.ts';
export * from './calls/xs2a-payments.ts';
export * from './entities/account.ts';
export * from './entities/common.ts';
export * from './entities/consent-details.ts';
export * from './entities/errors.ts';
export * from './entities/payment.ts';
export * from './entities/signing-session.ts';
export * from './runtime-config.ts';
export * from './values.ts';
