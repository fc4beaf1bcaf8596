/**
 * The OpenAPI 3.1 documents of the API, one per section.
 *
 * | call | answer |
 * |---|---|
 * | `GET {spec}?list=&withSpec=` | 200 {@link SpecList}; without `list`, both |
 * | `GET {spec}/{apiId}?format=&download=` | 200 the document; 404 |
 */
import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';

export const SpecListQuery = Type.Object({ list: Type.Optional(literals(['main', 'fallback'])), withSpec: Type.Optional(Type.Boolean()) }, closed);
export type SpecListQuery = Static<typeof SpecListQuery>;

/** `spec`: the document as JSON text, if `withSpec` asks for it. */
export const SpecListItem = Type.Object(
  { apiId: Type.String(), title: Type.String(), list: literals(['main', 'fallback']), spec: Type.Optional(Type.String()) },
  closed,
);
export type SpecListItem = Static<typeof SpecListItem>;

export const SpecList = Type.Array(SpecListItem);
export type SpecList = Static<typeof SpecList>;

/** `format` defaults to `json`; `postman` is a collection (2.1) of the section. `download`: sent as a file. */
export const SpecQuery = Type.Object(
  { format: Type.Optional(literals(['json', 'yaml', 'postman'])), download: Type.Optional(Type.Boolean()) },
  closed,
);
export type SpecQuery = Static<typeof SpecQuery>;
