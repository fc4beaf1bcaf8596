/**
 * The data of the API explorer: a small index of all operations, and one self-contained slice for each operation. The server prepares
 * them from the documents of `specs.ts`. They contain no markup.
 *
 * | call | answer |
 * |---|---|
 * | `GET {spec}/index?list=` | 200 {@link ExplorerIndex}; without `list`, both |
 * | `GET {spec}/{apiId}/overview?v=` | 200 {@link SectionOverview}; 404 |
 * | `GET {spec}/{apiId}/operation?id=&v=` | 200 {@link OperationSlice}; 404 |
 * | `GET {spec}/{apiId}/operation?id=&v=&brief=true` | 200 {@link OperationBrief}: the page before a schema or the optional parameters are opened; 404 |
 * | `GET {spec}/{apiId}/neighbours?id=` | 200 {@link OperationNeighbours}; 404 |
 * | `GET {spec}/postman` | 200 one Postman collection (2.1) of all operations, as a file |
 *
 * `id` is the operation id and may contain any character. `v` is the section's `version` in the index: with the current one, clients
 * may cache the response without a limit. Without it or with an old one, the response has an `ETag` and must be revalidated.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, literals } from '../entities/common.ts';
import { Inline } from './content.ts';

const SpecListName = literals(['main', 'fallback']);

/** A block of a Markdown text, in the same forms as on content pages. */
export const ProseBlock = Type.Union([
  Type.Object(
    { type: Type.Literal('heading'), level: Type.Union([Type.Literal(2), Type.Literal(3)]), id: Type.String(), text: Type.String() },
    closed,
  ),
  Type.Object({ type: Type.Literal('text'), content: Type.Array(Inline) }, closed),
  Type.Object({ type: Type.Literal('list'), ordered: Type.Boolean(), items: Type.Array(Type.Array(Inline)) }, closed),
  Type.Object({ type: Type.Literal('code'), language: Type.String(), code: Type.String() }, closed),
  Type.Object({ type: Type.Literal('table'), head: Type.Array(Type.String()), rows: Type.Array(Type.Array(Type.Array(Inline))) }, closed),
]);
export type ProseBlock = Static<typeof ProseBlock>;

/** A string is one paragraph of plain text. All other texts are blocks. */
export const Prose = Type.Union([Type.String(), Type.Array(ProseBlock)]);
export type Prose = Static<typeof Prose>;

/**
 * A change of the API. It is announced three months ahead where callers must act (RTS Art. 30(4)). A change of kind `corrected` takes effect at once:
 * the API contradicted the standard or its documentation, or had a weakness.
 */
export const ApiChange = Type.Object(
  {
    id: Type.String(),
    kind: literals(['added', 'changed', 'corrected', 'deprecated', 'removed']),
    apiId: Type.String(),
    /** Empty: the change concerns the whole section. */
    operationIds: Type.Array(Type.String()),
    /** The day of the announcement. */
    announced: IsoDate,
    /** The day on which the change takes effect. For a deprecation: the first day on which callers should no longer use the operation. */
    effective: IsoDate,
    /** For a deprecation: the first day on which the operation no longer works. */
    sunset: Type.Optional(IsoDate),
    title: Type.String(),
    text: Prose,
  },
  closed,
);
export type ApiChange = Static<typeof ApiChange>;

export const IndexOperation = Type.Object(
  {
    /** Unique in its section. May contain any character except control characters. */
    operationId: Type.String(),
    /** Upper case. */
    method: Type.String(),
    /** Relative to the section's server, with parameters in braces. */
    path: Type.String(),
    summary: Type.String(),
    /** Left out where the document's only tag is its own name. */
    tags: Type.Optional(Type.Array(Type.String())),
    hasBody: Type.Optional(Type.Literal(true)),
    isDeprecated: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type IndexOperation = Static<typeof IndexOperation>;

export const IndexSection = Type.Object(
  {
    apiId: Type.String(),
    title: Type.String(),
    list: SpecListName,
    /** Changes with the content of the section. */
    version: Type.String(),
    /** Plain text, at most 300 characters; the overview has the full text. */
    description: Type.String(),
    /** False: the server belongs to another operator, and the page shows samples only. */
    isSendable: Type.Boolean(),
    operations: Type.Array(IndexOperation),
  },
  closed,
);
export type IndexSection = Static<typeof IndexSection>;

export const ExplorerIndex = Type.Object({ sections: Type.Array(IndexSection), changes: Type.Array(ApiChange) }, closed);
export type ExplorerIndex = Static<typeof ExplorerIndex>;

export const ExplorerIndexQuery = Type.Object({ list: Type.Optional(SpecListName) }, closed);
export type ExplorerIndexQuery = Static<typeof ExplorerIndexQuery>;

export const SectionOverview = Type.Object(
  {
    apiId: Type.String(),
    title: Type.String(),
    /** The version that the document gives. */
    documentVersion: Type.String(),
    server: Type.String(),
    description: Prose,
    tags: Type.Array(Type.Object({ name: Type.String(), description: Prose }, closed)),
  },
  closed,
);
export type SectionOverview = Static<typeof SectionOverview>;

/**
 * A schema in JSON Schema 2020-12, also where the document uses another version. References are `#/$defs/{name}` and resolve in the slice's `$defs`,
 * so `{ ...schema, $defs }` is a complete schema. A `description` is {@link Prose}. Recursive schemas stay recursive.
 */
export const SliceSchema = Type.Union([Type.Boolean(), Type.Record(Type.String(), Type.Unknown())]);
export type SliceSchema = Static<typeof SliceSchema>;

export const SliceExample = Type.Object(
  {
    name: Type.String(),
    summary: Type.Optional(Type.String()),
    /** Left out above 32 kB; the document has it. */
    value: Type.Optional(Type.Unknown()),
    /** True: generated from the schema, because the document has no example. */
    isGenerated: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type SliceExample = Static<typeof SliceExample>;

export const SliceParameter = Type.Object(
  {
    name: Type.String(),
    in: literals(['path', 'query', 'header', 'cookie']),
    required: Type.Boolean(),
    isDeprecated: Type.Optional(Type.Literal(true)),
    description: Type.Optional(Prose),
    schema: SliceSchema,
    /** OpenAPI's `style`; left out where it is the default: `simple` in path and header, else `form`. */
    style: Type.Optional(Type.String()),
    /** OpenAPI's `explode`; left out where it is the default: true for `form`, else false. */
    explode: Type.Optional(Type.Boolean()),
    allowReserved: Type.Optional(Type.Literal(true)),
    /** The value is written in this media type instead of by a style. */
    mediaType: Type.Optional(Type.String()),
    examples: Type.Optional(Type.Array(SliceExample)),
  },
  closed,
);
export type SliceParameter = Static<typeof SliceParameter>;

/** How a property of a form or multipart body is written: OpenAPI's encoding object. */
export const PropertyEncoding = Type.Object(
  {
    ...{ contentType: Type.Optional(Type.String()), style: Type.Optional(Type.String()) },
    ...{ explode: Type.Optional(Type.Boolean()), allowReserved: Type.Optional(Type.Literal(true)) },
    /** True: the part of a multipart body has a file name. */
    isFile: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type PropertyEncoding = Static<typeof PropertyEncoding>;

export const SliceContent = Type.Object(
  {
    mediaType: Type.String(),
    schema: Type.Optional(SliceSchema),
    examples: Type.Optional(Type.Array(SliceExample)),
    /** By property; a property that is written as usual is left out. */
    encoding: Type.Optional(Type.Record(Type.String(), PropertyEncoding)),
  },
  closed,
);
export type SliceContent = Static<typeof SliceContent>;

export const SliceResponse = Type.Object(
  {
    /** `200`, `4XX` or `default`. */
    status: Type.String(),
    description: Prose,
    headers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            required: Type.Optional(Type.Literal(true)),
            description: Type.Optional(Prose),
            schema: Type.Optional(SliceSchema),
          },
          closed,
        ),
      ),
    ),
    content: Type.Optional(Type.Array(SliceContent)),
  },
  closed,
);
export type SliceResponse = Static<typeof SliceResponse>;

/** One error that the call can return. `when` completes a sentence and may contain code between back-ticks. */
export const SliceError = Type.Object({ status: Type.Number(), code: Type.String(), when: Type.String() }, closed);
export type SliceError = Static<typeof SliceError>;

/** One operation with everything that its page needs. */
export const OperationSlice = Type.Object(
  {
    apiId: Type.String(),
    sectionTitle: Type.String(),
    list: SpecListName,
    version: Type.String(),
    operationId: Type.String(),
    method: Type.String(),
    path: Type.String(),
    summary: Type.String(),
    description: Prose,
    tags: Type.Optional(Type.Array(Type.String())),
    isDeprecated: Type.Optional(Type.Literal(true)),
    /** Absolute URL without a trailing slash. */
    server: Type.String(),
    isSendable: Type.Boolean(),
    /** OpenAPI's security requirements: one of them must be met. Each maps names of `securitySchemes` to scopes. Empty: no authentication. */
    security: Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))),
    /** OpenAPI's security scheme objects. */
    securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
    /** In the order of the document. */
    parameters: Type.Array(SliceParameter),
    requestBody: Type.Optional(
      Type.Object({ required: Type.Boolean(), description: Type.Optional(Prose), content: Type.Array(SliceContent) }, closed),
    ),
    responses: Type.Array(SliceResponse),
    /** The error catalogue's entries; empty for another operator's document. */
    errors: Type.Array(SliceError),
    changes: Type.Array(ApiChange),
    $defs: Type.Record(Type.String(), SliceSchema),
  },
  closed,
);
export type OperationSlice = Static<typeof OperationSlice>;

/**
 * A slice without the parts that the page shows only when opened, which are most of it. `$defs` is left out, so references do not resolve. Optional
 * parameters have no description. The page requests the whole slice when one of these is opened.
 */
export const OperationBrief = Type.Object({ ...OperationSlice.properties, $defs: Type.Optional(OperationSlice.properties.$defs) }, closed);
export type OperationBrief = Static<typeof OperationBrief>;

/** The navigation list beside an operation, before its other parts are opened. Its size does not grow with the number of sections' operations. */
export const OperationNeighbours = Type.Object(
  {
    /** The sections of the same list. */
    sections: Type.Array(Type.Object({ apiId: Type.String(), title: Type.String(), count: Type.Integer() }, closed)),
    /** The first tag of each operation in a long section; empty where the section is shown without tags. */
    tags: Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() }, closed)),
    /** The operations of the section, or of the operation's tag where there are `tags`. */
    operations: Type.Array(IndexOperation),
  },
  closed,
);
export type OperationNeighbours = Static<typeof OperationNeighbours>;

const OperationId = Type.String({ minLength: 1, maxLength: 500 });

export const OperationQuery = Type.Object(
  { id: OperationId, v: Type.Optional(Type.String({ maxLength: 64 })), brief: Type.Optional(Type.Boolean()) },
  closed,
);
export type OperationQuery = Static<typeof OperationQuery>;

export const NeighboursQuery = Type.Object({ id: OperationId }, closed);
export type NeighboursQuery = Static<typeof NeighboursQuery>;

export const OverviewQuery = Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) }, closed);
export type OverviewQuery = Static<typeof OverviewQuery>;

/**
 * A parameter, or a field at the first level of a body, and the operations that have it. `text`: its description as plain text.
 */
export const NamedParameter = Type.Object(
  {
    name: Type.String(),
    in: literals(['path', 'query', 'header', 'cookie', 'body']),
    list: SpecListName,
    text: Type.String(),
    operations: Type.Array(Type.Object({ apiId: Type.String(), operationId: Type.String() }, closed)),
  },
  closed,
);
export type NamedParameter = Static<typeof NamedParameter>;

/** `GET {spec}/parameters`: of all sections but very large ones. */
export const NamedParameters = Type.Array(NamedParameter);
export type NamedParameters = Static<typeof NamedParameters>;
