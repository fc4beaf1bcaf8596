/** The part of the page that sends and shows what came back. It is loaded for whoever is about to send, or has sent before. */
import { useEffect, useState } from 'react';
import { bringPart } from '../../../shared/page/bring-part.ts';

type SendingPart = typeof import('./sending-part.ts');

let part: SendingPart | undefined;

/** Rejects when it does not arrive; the next call tries again. */
export async function loadSending(): Promise<SendingPart> {
  part = await bringPart(() => import('./sending-part.ts'));
  return part;
}

/** On the way to what needs it. What fails now fails again when it is needed, and is said then. */
export function warmUpSending(): void {
  loadSending().catch(() => undefined);
}

/** As soon as it has come; asked for when it is wanted. */
export function useSending(isWanted: boolean): SendingPart | undefined {
  const [loaded, setLoaded] = useState(part);
  useEffect(() => {
    if (!isWanted || loaded !== undefined) return undefined;
    let isHere = true;
    loadSending().then(
      (came) => isHere && setLoaded(came),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, loaded]);
  return loaded ?? part;
}
