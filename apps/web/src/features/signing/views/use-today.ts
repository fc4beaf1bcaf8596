/** The date at the customer's bank, `YYYY-MM-DD`, as the bank told it with the details: a browser's clock may be wrong, and a sandbox has its own. */
import { useSession } from './signing-page-context.tsx';

export function useToday(): string {
  return useSession().today;
}
