/** What is needed by whoever looks closer at what the document promises. */

export { SchemaTree } from '../schema/schema-tree.tsx';
export { BodyText } from './body-text.tsx';
