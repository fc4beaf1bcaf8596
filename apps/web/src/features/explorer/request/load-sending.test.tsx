import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../shared/portal/testing/open-part.tsx';
import { loadSending, useSendingChunk } from './load-sending.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the chunk that sends', () => {
  it('is not loading when nothing was sent before', () => {
    const { result } = renderHook(() => useSendingChunk(false));
    expect(result.current).toEqual({ sending: undefined, isLoading: false });
  });
  it('is loading until it fails, so that the form does not wait for it, and arrives with the next attempt', async () => {
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { result, rerender } = renderHook(() => useSendingChunk(true));
    expect(result.current.isLoading).toBe(true);
    await settle();
    expect(result.current).toEqual({ sending: undefined, isLoading: false });
    isOnLine.mockReturnValue(true);
    await act(() => loadSending());
    rerender();
    expect(result.current.sending).toBeDefined();
    expect(result.current.isLoading).toBe(false);
  });
});
