/** The report of a quarter as a file of each format. */
import type { StatisticsList } from '@portico/contract';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './statistics.module.css';
import type { StatisticsCalls } from './statistics-calls.ts';

export function DownloadButtons({ reports, calls }: { reports: StatisticsList; calls: StatisticsCalls }) {
  return (
    <div className={styles.downloads}>
      {reports.map((report) => (
        <Download key={report.reportId} report={report} calls={calls} />
      ))}
    </div>
  );
}

function Download({ report: { reportId, format, title }, calls }: { report: StatisticsList[number]; calls: StatisticsCalls }) {
  const { isPending, failure, run } = useAction();
  const save = () =>
    run(async () => {
      const { bytes, fileName } = await calls.file(reportId);
      saveBlob(bytes, fileName);
    });
  return (
    <>
      <Button kind="secondary" isBusy={isPending} aria-label={`Download: ${title}`} onClick={() => void save()}>
        {isPending ? `Loading ${format.toUpperCase()}` : format.toUpperCase()}
      </Button>
      {failure === undefined ? null : (
        <div className={styles.failure}>
          <ActionFailure failure={failure} />
        </div>
      )}
    </>
  );
}
