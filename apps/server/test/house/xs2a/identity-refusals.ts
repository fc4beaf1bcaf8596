/** Refusals about certificates and signatures: calls of an application that signs them. */
import { randomUUID } from 'node:crypto';
import type { Provocations } from './common-refusals.ts';
import { type Seal, type SigningApp, signedBy } from './signing-app.ts';
import { type Reply, type Request, withHeaders } from './wire.ts';
import type { World } from './world.ts';

/** Sends the good request, signed by each seal and changed afterwards. */
function signed(seals: (app: SigningApp) => readonly Seal[], ...changes: readonly Parameters<typeof withHeaders>[1][]) {
  return async (world: World, good: () => Promise<Request>): Promise<readonly Reply[]> => {
    const request = withHeaders(await good(), { authorization: `Bearer ${world.signing.bearer}` });
    const sent = seals(world.signing).flatMap((seal) =>
      (changes.length === 0 ? [{}] : changes).map((change) =>
        withHeaders(signedBy(seal, withHeaders(request, { 'x-request-id': randomUUID() })), change),
      ),
    );
    const replies: Reply[] = [];
    for (const each of sent) replies.push(await world.send(each));
    return replies;
  };
}

const only = (name: keyof Omit<SigningApp, 'bearer'>) => (app: SigningApp) => [app[name]];

export const IDENTITY_REFUSALS: Provocations = {
  'the profile of the application needs a certificate, or its calls are signed, and no certificate came': signed(
    only('good'),
    { 'tpp-signature-certificate': undefined },
    { 'tpp-signature-certificate': '' },
  ),
  'the certificate is not accepted, or is not one of the application; the text says why': signed(
    ({ good, foreign }) => [foreign, good],
    { 'tpp-signature-certificate': 'QUJD' },
    { 'tpp-signature-certificate': '§' },
  ),
  'the certificate has run out': signed(only('expired')),
  'its authority revoked the certificate': signed(only('revoked')),
  'the bank blocks the certificate': signed(only('blocked')),
  'the application signs its calls, and Signature or Digest is missing': signed(only('good'), { signature: undefined }, { digest: undefined }),
  'Signature or Digest does not fit the call; path names the header': signed(
    only('good'),
    { signature: 'keyId="SN=1,CA=C=EE"' },
    { digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=x' },
    { 'x-request-id': randomUUID() },
    { 'psu-corporate-id': '1' },
  ),
};
