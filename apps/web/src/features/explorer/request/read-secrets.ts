/** What proves the caller: read when a request is sent, or copied with its secrets. */
import { holdsSecret, needsCredentials, PLACEHOLDERS, type RequestParts, type Secrets, typedKeys } from './build-request.ts';

interface SecretHolder {
  readonly token: string | undefined;
  readonly clientId?: string | undefined;
  readonly fallbackSession?: string | undefined;
  readonly readSecret: () => Promise<string>;
}

/** @param token one that was renewed for this request; default: the holder's */
export async function readSecrets(parts: RequestParts, holder: SecretHolder | undefined, token = holder?.token): Promise<Secrets> {
  const { slice, body, alternative } = parts;
  const isAsked = holder !== undefined && (needsCredentials(slice, alternative) || holdsSecret(body));
  const clientSecret = isAsked ? await holder.readSecret() : PLACEHOLDERS.clientSecret;
  return {
    token: token ?? '',
    clientSecret,
    credentials: isAsked ? btoa(`${holder.clientId ?? ''}:${clientSecret}`) : PLACEHOLDERS.credentials,
    fallbackSession: holder?.fallbackSession ?? PLACEHOLDERS.fallbackSession,
    apiKeys: typedKeys(parts),
  };
}
