/** The texts that the specification knows by a key. */
export const TEXTS = { 'tokens.msgDataReset': 'Sandbox data is reset.' } as const;
