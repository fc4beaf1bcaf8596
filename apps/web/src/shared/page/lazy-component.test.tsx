import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MissingPart } from '../portal/missing-part.tsx';
import { openPart, press, settle } from '../portal/testing/open-part.tsx';
import { lazyComponent } from './lazy-component.tsx';

afterEach(cleanup);

describe('a part that cannot be loaded', () => {
  it('shows an error in its place, and loads on Try again', async () => {
    const load = vi.fn<() => Promise<() => string>>();
    load
      .mockRejectedValueOnce(new Error('offline'))
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(() => 'part');
    const Part = lazyComponent(load, () => 'loading', MissingPart);
    openPart(
      <>
        <input aria-label="typed" defaultValue="kept" />
        <Part />
      </>,
    );
    await settle();
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded/);
    await press('Try again');
    await settle();
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded/);
    await press('Try again');
    await settle();
    expect(document.body.textContent).toContain('part');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('kept');
    expect(load).toHaveBeenCalledTimes(3);
  });
});
