import type { Platform } from '#platform/platform.ts';
import type { OperatorOrder } from './operator-order.ts';

/**
 * Records a command and its operator.
 *
 * @param ids ids only, because they stay after every erasure.
 * @param content what the operator wrote; an erasure can remove it.
 */
export function recordOrder(
  { write }: Pick<Platform, 'write'>,
  { command, operator }: OperatorOrder,
  ids: Readonly<Record<string, string>>,
  content?: Readonly<Record<string, string>>,
): Promise<void> {
  const event = `operator.${command.replace(' ', '-')}`;
  return write(({ audit }) =>
    audit({ chain: 'operators', sandboxId: 'installation', event, ids: { operator, ...ids }, ...(content === undefined ? {} : { content }) }),
  );
}
