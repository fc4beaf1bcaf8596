/** The whole quarter in four figures. */
import type { StatisticsQuarter } from '@portico/contract';
import { countText, downtimeText, msText, percentText } from './figure-texts.ts';
import styles from './statistics.module.css';

export function KeyFigures({ whole: { dedicated, customer }, days }: { whole: StatisticsQuarter['whole']; days: number }) {
  const figures = [
    ['Uptime', percentText(dedicated.uptimePercent), `customer interface ${percentText(customer.uptimePercent)}`],
    ['Downtime', downtimeText(dedicated), days === 1 ? 'in one day' : `in ${days} days`],
    ['Account response', msText(dedicated.aisMs), `customer interface ${msText(customer.aisMs)}`],
    ['Error responses', percentText(dedicated.errorPercent), `of ${countText(dedicated.requests)} requests`],
  ] as const;
  return (
    <dl className={styles.key}>
      {figures.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
