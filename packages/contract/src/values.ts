/** The entry without schemas: enumerations, limits, keys and rules as plain values, for the browser's first load. */
export * from './auth-method-values.ts';
export * from './consent-values.ts';
export * from './enumerations.ts';
export * from './error-codes.ts';
export * from './explorer-values.ts';
export * from './html/content-href.ts';
export * from './identity-values.ts';
export * from './limits.ts';
export * from './locales.ts';
export * from './page-values.ts';
export * from './permission-values.ts';
export * from './sandbox-values.ts';
export * from './signing-kind-names.ts';
export * from './signing-values.ts';
export * from './statistics-values.ts';
export * from './status-values.ts';
export * from './storage-keys.ts';
