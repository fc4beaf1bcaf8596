/** The bank's published statistics: the list of reports, and the figures of each quarter that was opened. */
import type { StatisticsList, StatisticsQuarter } from '@portico/contract';
import { createSlice } from '@reduxjs/toolkit';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createStatisticsCalls } from './statistics-calls.ts';

interface StatisticsState {
  list: StatisticsList | null;
  /** By period, e.g. `2026Q3`. */
  quarters: Record<string, StatisticsQuarter>;
}

export interface StatisticsRoot {
  statistics: StatisticsState;
}

export const loadStatistics = createRequestThunk<StatisticsList>('statistics/loadList', (_none, { extra, signal }) =>
  createStatisticsCalls(extra.api).list(signal),
);

export const loadQuarter = createRequestThunk<StatisticsQuarter, string>('statistics/loadQuarter', (period, { extra, signal }) =>
  createStatisticsCalls(extra.api).quarter(period, signal),
);

const initialState: StatisticsState = { list: null, quarters: {} };

export const statisticsSlice = createSlice({
  name: 'statistics',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadStatistics.fulfilled, (state, { payload }) => {
        state.list = payload;
      })
      .addCase(loadQuarter.fulfilled, (state, { payload, meta }) => {
        state.quarters[meta.arg] = payload;
      });
  },
});
