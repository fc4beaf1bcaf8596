/** The date at the customer's bank, `YYYY-MM-DD`. */
import { nowMs } from '../../../shared/page/page.ts';
import { isoDateIn } from '../engine/iso-date-in.ts';
import { useSession, useSigningPage } from './signing-page-context.tsx';

export function useToday(): string {
  const { config } = useSigningPage();
  const { bankCountry } = useSession();
  return isoDateIn(config.timeZones[bankCountry], nowMs());
}
