/** Signatures that wait for a device: a walk goes on beside them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Held, Page, World } from './world.ts';

const LOOK_MS = 5;

/** Until the call has ended or its signature waits for the device. */
export async function untilAsked(world: World, { thing }: Page, held: Held): Promise<void> {
  for (;;) {
    if (held.isOver) return;
    const rows = await world.rows(
      `select 1 from signing_session where resource_id = $1 and kind = $2 and state = 'signing' and challenge_id is not null`,
      thing.id,
      thing.kind,
    );
    if (rows.length > 0) return;
    await delay(LOOK_MS);
  }
}

/** Until no held call waits for what its device has answered. */
export async function settle(world: World): Promise<void> {
  for (const held of [...world.held]) {
    for (;;) {
      if (held.isOver) break;
      const rows = await world.rows(
        `select 1 from signing_session join challenge using (challenge_id) where resource_id = $1 and kind = $2 and signing_session.state = 'signing' and challenge.state = 'started'`,
        held.page.thing.id,
        held.page.thing.kind,
      );
      if (rows.length > 0) break;
      await delay(LOOK_MS);
    }
  }
  world.held.splice(0, world.held.length, ...world.held.filter(({ isOver }) => !isOver));
}

/** Ends every held call. A call that arrives while the challenge of another ends begins its own. */
export async function endHeld(world: World): Promise<void> {
  while (world.held.some(({ isOver }) => !isOver)) {
    await world.rows(`update challenge set state = 'timedOut', ended_at = now() where state = 'started'`);
    await delay(LOOK_MS);
  }
}
