/**
 * What the API explorer reads: a small index of everything, and one self-contained slice per operation. Prepared on the server
 * out of the documents of `specs.ts`; nothing in it is markup.
 *
 * | call | answer |
 * |---|---|
 * | `GET {spec}/index?list=` | 200 {@link ExplorerIndex}; without `list`, both |
 * | `GET {spec}/{apiId}/overview?v=` | 200 {@link SectionOverview}; 404 |
 * | `GET {spec}/{apiId}/operation?id=&v=` | 200 {@link OperationSlice}; 404 |
 * | `GET {spec}/{apiId}/operation?id=&v=&brief=true` | 200 {@link OperationBrief}: what a page shows before a schema or the optional parameters are opened; 404 |
 * | `GET {spec}/{apiId}/neighbours?id=` | 200 {@link OperationNeighbours}; 404 |
 * | `GET {spec}/postman` | 200 one Postman collection (2.1) of everything, as a file |
 *
 * `id` is the operation id, whatever it holds. `v` is the section's `version` of the index: with it the answer may be kept for
 * good, without it or with an old one the same comes with an `ETag` and is asked for again.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, literals } from '../entities/common.ts';
import { Inline } from './content.ts';

const SpecListName = literals(['main', 'fallback']);

/** A block of a text that somebody wrote in Markdown: the same forms as of content pages. */
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

/** A string is one paragraph of plain text; everything else is blocks. */
export const Prose = Type.Union([Type.String(), Type.Array(ProseBlock)]);
export type Prose = Static<typeof Prose>;

/**
 * A change of the API, three months ahead where callers have to do something (RTS Art. 30(4)); `corrected`: at once, because the API contradicted the
 * standard or its documentation, or a weakness had to be closed.
 */
export const ApiChange = Type.Object(
  {
    id: Type.String(),
    kind: literals(['added', 'changed', 'corrected', 'deprecated', 'removed']),
    apiId: Type.String(),
    /** None: the whole section. */
    operationIds: Type.Array(Type.String()),
    /** The day on which it was made known. */
    announced: IsoDate,
    /** The day on which it takes effect; of a deprecation the day from which on it should not be used any more. */
    effective: IsoDate,
    /** Of a deprecation: the first day on which it no longer works. */
    sunset: Type.Optional(IsoDate),
    title: Type.String(),
    text: Prose,
  },
  closed,
);
export type ApiChange = Static<typeof ApiChange>;

export const IndexOperation = Type.Object(
  {
    /** Unique in its section. Any characters but control characters. */
    operationId: Type.String(),
    /** In capitals. */
    method: Type.String(),
    /** With parameters in braces, below the section's server. */
    path: Type.String(),
    summary: Type.String(),
    /** Left out where the document has no tags but its own name. */
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
    /** Plain text, at most 300 characters; the whole is in the overview. */
    description: Type.String(),
    /** False: its server is not ours, and the page shows samples only. */
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
    /** Of the document. */
    documentVersion: Type.String(),
    server: Type.String(),
    description: Prose,
    tags: Type.Array(Type.Object({ name: Type.String(), description: Prose }, closed)),
  },
  closed,
);
export type SectionOverview = Static<typeof SectionOverview>;

/**
 * JSON Schema 2020-12, whatever version the document has. References are `#/$defs/{name}` and lead into the slice's `$defs`:
 * `{ ...schema, $defs }` is a complete schema. A `description` is {@link Prose}. Recursion is kept.
 */
export const SliceSchema = Type.Union([Type.Boolean(), Type.Record(Type.String(), Type.Unknown())]);
export type SliceSchema = Static<typeof SliceSchema>;

export const SliceExample = Type.Object(
  {
    name: Type.String(),
    summary: Type.Optional(Type.String()),
    /** Left out where it is larger than 32 kB: it stands in the document. */
    value: Type.Optional(Type.Unknown()),
    /** Made from the schema, because the document has none. */
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
    /** OpenAPI's words; left out where they are the default of the place: `simple` in path and header, else `form`. */
    style: Type.Optional(Type.String()),
    /** Left out where it is the default: true for `form`, else false. */
    explode: Type.Optional(Type.Boolean()),
    allowReserved: Type.Optional(Type.Literal(true)),
    /** The value is written in this media type instead of by a style. */
    mediaType: Type.Optional(Type.String()),
    examples: Type.Optional(Type.Array(SliceExample)),
  },
  closed,
);
export type SliceParameter = Static<typeof SliceParameter>;

export const SliceContent = Type.Object(
  { mediaType: Type.String(), schema: Type.Optional(SliceSchema), examples: Type.Optional(Type.Array(SliceExample)) },
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

/** One way in which a call is refused; `when` is half a sentence, with code between back-ticks. */
export const SliceError = Type.Object({ status: Type.Number(), code: Type.String(), when: Type.String() }, closed);
export type SliceError = Static<typeof SliceError>;

/** One operation with everything it needs, and nothing else. */
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
    /** Absolute, without a slash at the end. */
    server: Type.String(),
    isSendable: Type.Boolean(),
    /** Alternatives: any one of them is enough; each maps a name of `securitySchemes` to scopes. None: open to everybody. */
    security: Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))),
    /** OpenAPI's security scheme objects. */
    securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
    /** In the order of the document. */
    parameters: Type.Array(SliceParameter),
    requestBody: Type.Optional(
      Type.Object({ required: Type.Boolean(), description: Type.Optional(Prose), content: Type.Array(SliceContent) }, closed),
    ),
    responses: Type.Array(SliceResponse),
    /** The catalogue of refusals; empty where the document is not ours. */
    errors: Type.Array(SliceError),
    changes: Type.Array(ApiChange),
    $defs: Type.Record(Type.String(), SliceSchema),
  },
  closed,
);
export type OperationSlice = Static<typeof OperationSlice>;

/**
 * A slice that may come without what a page folds away, which is most of it: `$defs` is left out, references lead nowhere, and optional parameters
 * have no description until the whole slice is asked for.
 */
export const OperationBrief = Type.Object({ ...OperationSlice.properties, $defs: Type.Optional(OperationSlice.properties.$defs) }, closed);
export type OperationBrief = Static<typeof OperationBrief>;

/** What the list beside an operation shows until somebody opens more of it: as small for a thousand operations as for twenty. */
export const OperationNeighbours = Type.Object(
  {
    /** Of the same list. */
    sections: Type.Array(Type.Object({ apiId: Type.String(), title: Type.String(), count: Type.Integer() }, closed)),
    /** First tags of a long section's operations; empty where it is laid out without them. */
    tags: Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() }, closed)),
    /** Those of its section, or of its tag where there are `tags`. */
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
