/** Two lines over the days of a quarter. The table beside the chart contains the same figures for screen readers. */
import type { StatisticsDay } from '@portico/contract';
import { linesOf, MARGIN, type Plot, type Scale, scaleOf } from './chart-scale.ts';
import { dayText, type FigureName } from './figure-texts.ts';
import styles from './statistics.module.css';

interface FigureChartProps {
  readonly label: string;
  readonly days: readonly StatisticsDay[];
  readonly figure: FigureName;
  /** Undefined: the axis starts at the lowest figure. */
  readonly from: number | undefined;
}

const WIDE: Plot = { width: 700, height: 260 };
const NARROW: Plot = { width: 300, height: 220 };
const SERIES = ['customer', 'dedicated'] as const;
const TICK = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

export function FigureChart(props: FigureChartProps) {
  return (
    <>
      <div className="only-wide">
        <Drawing {...props} plot={WIDE} />
      </div>
      <div className="only-phone">
        <Drawing {...props} plot={NARROW} />
      </div>
    </>
  );
}

function Drawing({ label, days, figure, from, plot }: FigureChartProps & { plot: Plot }) {
  const valuesOf = (series: (typeof SERIES)[number]) => days.map((day) => day[series][figure]);
  const values = SERIES.flatMap(valuesOf).filter((value) => value !== null);
  const scale = scaleOf(values, days.length, plot, from);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${plot.width} ${plot.height}`} role="img" aria-label={label}>
      <Replayed days={days} plot={plot} scale={scale} />
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path className={styles.grid} d={`M${MARGIN.left} ${scale.y(tick)}H${plot.width - MARGIN.right}`} />
          <text x={MARGIN.left - 8} y={scale.y(tick) + 4} textAnchor="end">
            {TICK.format(tick)}
          </text>
        </g>
      ))}
      {daysNamed(days.length, plot).map(([index, anchor]) => (
        <text key={index} x={scale.x(index)} y={plot.height - 6} textAnchor={anchor}>
          {dayText(days[index]?.day ?? '')}
        </text>
      ))}
      {SERIES.map((series) => (
        <g key={series} className={styles[series]}>
          {linesOf(valuesOf(series), scale).map((points) => (
            <Line key={points[0]?.[0]} points={points} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Line({ points }: { points: readonly (readonly [number, number])[] }) {
  const [first] = points;
  if (points.length === 1 && first !== undefined) return <circle className={styles.dot} cx={first[0]} cy={first[1]} r={3} />;
  return <path className={styles.line} d={`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />;
}

/** Marks the days whose figures were replayed. */
function Replayed({ days, plot, scale }: { days: readonly StatisticsDay[]; plot: Plot; scale: Scale }) {
  const step = days.length < 2 ? 24 : scale.x(1) - scale.x(0);
  return days.map(({ day, isReplayed }, index) =>
    isReplayed ? (
      <rect
        key={day}
        className={styles.replayed}
        x={Math.max(MARGIN.left, scale.x(index) - step / 2)}
        y={MARGIN.top}
        width={Math.min(step, plot.width - MARGIN.right - scale.x(index) + step / 2)}
        height={plot.height - MARGIN.top - MARGIN.bottom}
      />
    ) : null,
  );
}

/** Labels the first day, the last day, and for a long period the middle one, where there is room for it. */
function daysNamed(count: number, plot: Plot): readonly (readonly [index: number, anchor: 'start' | 'middle' | 'end'])[] {
  if (count === 1) return [[0, 'middle']];
  const middle = Math.floor((count - 1) / 2);
  return [[0, 'start'], ...(count > 10 && plot !== NARROW ? [[middle, 'middle'] as const] : []), [count - 1, 'end']];
}
