/** Polls the status while the page is visible. */
import { useCallback, useEffect, useState } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { apiStatusSlice, loadApiStatus, pageClosed, selectApiStatus } from './api-status-slice.ts';

const EVERY_MS = 30_000;

export function useStatus() {
  const { addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const view = useAppSelector(selectApiStatus);
  const [round, setRound] = useState(0);
  useEffect(() => {
    addSlices(apiStatusSlice);
    return () => void dispatch(pageClosed());
  }, [addSlices, dispatch]);
  useEffect(() => {
    void round;
    const reading = dispatch(loadApiStatus());
    return () => reading.abort();
  }, [dispatch, round]);
  const checkAgain = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const ask = () => document.visibilityState === 'visible' && checkAgain();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [checkAgain]);
  return { ...view, checkAgain };
}
