/** Calls of each hour or day as columns. The table below it has the same figures, so it is not read out. */
import type { RequestUsage } from '@portico/contract';
import styles from './usage.module.css';

const HEIGHT = 100;
/** Of a column with its gap, and of the column. */
const STEP = 10;
const WIDTH = 8;

export function UsageChart({ steps }: Pick<RequestUsage, 'steps'>) {
  const most = Math.max(1, ...steps.map(({ calls }) => calls));
  const heightOf = (count: number) => (count / most) * HEIGHT;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${steps.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {steps.map(({ from, calls, failed }, index) => (
        <g key={from}>
          <rect className={styles.calls} x={index * STEP} width={WIDTH} y={HEIGHT - heightOf(calls)} height={heightOf(calls - failed)} />
          <rect className={styles.failed} x={index * STEP} width={WIDTH} y={HEIGHT - heightOf(failed)} height={heightOf(failed)} />
        </g>
      ))}
    </svg>
  );
}
