import type { Platform } from '#platform/platform.ts';
import type { OperatorOrder } from './operator-order.ts';

/** Records ids only, because this entry of the audit log stays after every erasure. */
export function recordOrder(
  { write }: Pick<Platform, 'write'>,
  { command, operator }: OperatorOrder,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const event = `operator.${command.replace(' ', '-')}`;
  return write(({ audit }) => audit({ chain: 'operators', sandboxId: 'installation', event, ids: { operator, ...ids } }));
}
