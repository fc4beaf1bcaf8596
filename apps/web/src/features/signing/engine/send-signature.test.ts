import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/api/api-error.ts';
import { setPageVisibility } from '../../../shared/page/page-visibility.ts';
import { sendSignature } from './send-signature.ts';

const lost = () => new ApiError('lost', { status: 0 });
const refusal = (status: number, retryAfterSeconds?: number) => new ApiError('refused', { status, retryAfterSeconds });
const onPause = vi.fn<(untilMs: number) => void>();
const soon = () => performance.now() + 900_000;

beforeEach(() => {
  onPause.mockReset();
  vi.useFakeTimers();
});
afterEach(() => {
  setPageVisibility('visible');
  vi.useRealTimers();
});

describe('a pending signature request', () => {
  test.each([lost(), refusal(502), refusal(503), refusal(504)])('is repeated after $message $status', async (failure) => {
    const send = vi.fn().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue('signed');
    const result = sendSignature({ send, endsAtMs: soon(), signal: new AbortController().signal, onPause });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(result).resolves.toBe('signed');
    expect(send).toHaveBeenCalledTimes(3);
  });

  test('waits for Retry-After before it is repeated', async () => {
    const send = vi.fn().mockRejectedValueOnce(refusal(503, 4)).mockResolvedValue('signed');
    const result = sendSignature({ send, endsAtMs: soon(), signal: new AbortController().signal, onPause });
    await vi.advanceTimersByTimeAsync(3999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(2);
    await expect(result).resolves.toBe('signed');
  });

  test('reports a long pause and no short one', async () => {
    const send = vi.fn().mockRejectedValueOnce(lost()).mockRejectedValueOnce(refusal(503, 60)).mockResolvedValue('signed');
    const result = sendSignature({ send, endsAtMs: soon(), signal: new AbortController().signal, onPause });
    await vi.advanceTimersByTimeAsync(500);
    const pausedAt = performance.now();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(result).resolves.toBe('signed');
    expect(onPause.mock.calls).toEqual([[pausedAt + 60_000]]);
  });

  test.each([400, 409, 410, 422, 500])('is not repeated after %i', async (status) => {
    const send = vi.fn().mockRejectedValue(refusal(status));
    await expect(sendSignature({ send, endsAtMs: soon(), signal: new AbortController().signal, onPause })).rejects.toMatchObject({ status });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('is not repeated after the session has ended', async () => {
    const send = vi.fn().mockRejectedValue(lost());
    const result = sendSignature({ send, endsAtMs: performance.now() + 3000, signal: new AbortController().signal, onPause });
    const expectation = expect(result).rejects.toMatchObject({ status: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    await expectation;
    expect(send).toHaveBeenCalledTimes(3);
  });

  test('is repeated at once when the tab returns after 40 s in the Smart-ID app', async () => {
    const send = vi
      .fn((signal: AbortSignal) => hangUntilAborted(signal))
      .mockImplementationOnce((signal) => hangUntilAborted(signal))
      .mockImplementationOnce(() => Promise.resolve('signed'));
    const result = sendSignature({ send, endsAtMs: soon(), signal: new AbortController().signal, onPause });
    setPageVisibility('hidden');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(send).toHaveBeenCalledTimes(1);
    setPageVisibility('visible');
    await vi.advanceTimersByTimeAsync(0);
    await expect(result).resolves.toBe('signed');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('continues when the tab was hidden for one second', async () => {
    const send = vi.fn((signal: AbortSignal) => hangUntilAborted(signal));
    const stop = new AbortController();
    const result = sendSignature({ send, endsAtMs: soon(), signal: stop.signal, onPause });
    const expectation = expect(result).rejects.toBeDefined();
    setPageVisibility('hidden');
    await vi.advanceTimersByTimeAsync(1000);
    setPageVisibility('visible');
    await vi.advanceTimersByTimeAsync(1000);
    expect(send).toHaveBeenCalledTimes(1);
    stop.abort();
    await expectation;
  });

  test('is not repeated after the customer cancels', async () => {
    const send = vi.fn().mockRejectedValue(lost());
    const stop = new AbortController();
    const result = sendSignature({ send, endsAtMs: soon(), signal: stop.signal, onPause });
    const expectation = expect(result).rejects.toBeDefined();
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await expectation;
    expect(send).toHaveBeenCalledTimes(1);
  });
});

function hangUntilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
