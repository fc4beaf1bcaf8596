/**
 * `bypass=true`, with the sandbox bank only: signs in the current test customer without a page. The customer's own country replaces the
 * request's `bank_country`, because the printed samples name one country and must work for every test customer.
 */
import type { Provider } from 'oidc-provider';
import { digestPerson } from '../bank/index.ts';
import type { StartedInteraction } from './create-provider.ts';
import type { OAuthDeps } from './oauth-deps.ts';
import { signedIn } from './sign-in-result.ts';

/** Returns the address that resumes the interaction; undefined: the sign-in page is shown. */
export async function bypassSignIn(deps: OAuthDeps, provider: Provider, { uid, params }: StartedInteraction): Promise<string | undefined> {
  if (params.bypass !== 'true' || typeof params.client_id !== 'string') return undefined;
  const app = await deps.tppApps.findByClientId(params.client_id);
  const owner = app && (await deps.currentCustomer?.(app.sandboxId));
  const customer = owner && (await deps.findCustomer(owner));
  const interaction = await provider.Interaction.find(uid);
  if (customer === undefined || interaction === undefined) return undefined;
  const { sandboxId, customerId, authMethods } = customer;
  interaction.params.bank_country = customer.country;
  interaction.result = signedIn({ sandboxId, customerId }, authMethods.slice(0, 1), digestPerson(deps.config.keys, customer));
  await interaction.save(interaction.exp - interaction.iat);
  return interaction.returnTo;
}
