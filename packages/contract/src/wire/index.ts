/** How a request goes out: one serialisation for the explorer, its code samples and the Postman collection. */
export * from './build-address.ts';
export * from './media-type.ts';
export { fieldText, firstValue, typesOf } from './parameter-value.ts';
export { percentEncode } from './percent-encode.ts';
export * from './proofs.ts';
export * from './serialize-body.ts';
export { serializeParameter } from './serialize-parameter.ts';
export { formatJson, readJson, type WireJson, writeJson } from './wire-json.ts';
