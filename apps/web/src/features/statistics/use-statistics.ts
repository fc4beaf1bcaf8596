/** Reads the statistics when their page opens. Figures that were read before are shown at once and read again. */
import type { StatisticsList, StatisticsQuarter } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { loadQuarter, loadStatistics, type StatisticsRoot, statisticsSlice } from './statistics-slice.ts';

interface ReadStatistics<T> {
  readonly value: T | null;
  readonly failure: RequestFailure | undefined;
  readonly reload: () => void;
}

export function useStatisticsList(): ReadStatistics<StatisticsList> {
  const { addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const value = useAppSelector((state: Partial<StatisticsRoot>) => state.statistics?.list ?? null);
  const { error: failure } = useRequest(loadStatistics.typePrefix);
  useEffect(() => {
    addSlices(statisticsSlice);
    const reading = dispatch(loadStatistics());
    return () => reading.abort();
  }, [addSlices, dispatch]);
  const reload = useCallback(() => void dispatch(loadStatistics()), [dispatch]);
  return { value, failure, reload };
}

/** Needs the slice, which {@link useStatisticsList} adds. */
export function useQuarter(period: string): ReadStatistics<StatisticsQuarter> {
  const dispatch = useAppDispatch();
  const value = useAppSelector((state: StatisticsRoot) => state.statistics.quarters[period] ?? null);
  const { error: failure } = useRequest(loadQuarter.typePrefix);
  useEffect(() => {
    const reading = dispatch(loadQuarter(period));
    return () => reading.abort();
  }, [dispatch, period]);
  const reload = useCallback(() => void dispatch(loadQuarter(period)), [dispatch, period]);
  return { value, failure, reload };
}
