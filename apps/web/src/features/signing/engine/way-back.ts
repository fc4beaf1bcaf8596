/** Where a customer leaves to. */
import { safeUrl } from '../../../shared/page/safe-url.ts';

export interface WayBack {
  readonly tppName?: string | undefined;
  readonly tppSuccessUrl?: string | undefined;
  readonly tppFailureUrl?: string | undefined;
}

/** Cancel, error and terminated go to the failure URL if present, otherwise to the success URL (specification §4). */
export function refusalUrl(wayBack: WayBack): string | undefined {
  return safeUrl(wayBack.tppFailureUrl) ?? safeUrl(wayBack.tppSuccessUrl);
}

export function successUrl(wayBack: WayBack): string | undefined {
  return safeUrl(wayBack.tppSuccessUrl);
}
