/** In the address of an operation's page: from which of the requests that were sent before its fields are filled in. */
export const SENT_PARAMETER = 'sent';
