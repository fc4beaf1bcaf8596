export { createMailbox, type Mailbox } from './create-mailbox.ts';
