/** What is needed by whoever looks closer at what the document promises. */
export { BodyText } from '../answer/body-text.tsx';
export { SchemaTree } from './schema-tree.tsx';
