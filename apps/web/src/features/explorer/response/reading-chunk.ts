/** The chunk for reading documented responses in detail. */

export { SchemaTree } from '../schema/schema-tree.tsx';
export { BodyText } from './body-text.tsx';
