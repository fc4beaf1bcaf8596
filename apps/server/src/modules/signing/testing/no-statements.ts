/** The engine knows no kind: its tests sign payments and consents. Statements are signed in the tests of the whole composition. */
import type { StatementsToSign } from '../kinds/transactions-statement.ts';

const refuse = async (): Promise<never> => {
  throw new Error('There are no statements here.');
};

export const noStatements: StatementsToSign = { details: refuse, check: refuse, sign: refuse, reject: refuse };
