/** The bank as its customers know it. One process of the shop knows one bank, so the name is a constant of the process. */
const given = process.env.BANK_NAME?.trim() ?? '';

export const BANK_NAME = given === '' ? 'Portico Bank' : given;
