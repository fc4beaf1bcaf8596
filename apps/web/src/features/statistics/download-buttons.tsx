/** The report of a quarter as a file of each format. */
import type { StatisticsList } from '@portico/contract';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './statistics.module.css';
import { createStatisticsCalls } from './statistics-calls.ts';

export function DownloadButtons({ reports, apiBase }: { reports: StatisticsList; apiBase: string }) {
  return (
    <div className={styles.downloads}>
      {reports.map((report) => (
        <Download key={report.reportId} report={report} apiBase={apiBase} />
      ))}
    </div>
  );
}

function Download({ report: { reportId, format, title }, apiBase }: { report: StatisticsList[number]; apiBase: string }) {
  const { api } = useExtra();
  const { isPending, failure, run } = useAction();
  const save = () =>
    run(async () => {
      const { bytes, fileName } = await createStatisticsCalls(api).file(reportId, apiBase);
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
