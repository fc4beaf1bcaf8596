import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { openPart, press, settle } from '../shared/portal/testing/open-part.tsx';
import { MissingPage } from './missing-page.tsx';
import { pageRegistry } from './page-registry.ts';

const { StatisticsPage } = pageRegistry;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a page that cannot be loaded', () => {
  it('shows an error under its title while offline, and loads on Try again once online', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openPart(<StatisticsPage url="/statistics" title="Statistics" config={recordedConfig} />);
    await settle();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Statistics');
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded/);
    onLine.mockReturnValue(true);
    await press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('reloads the document on Try again, because a browser does not import a failed module again', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const onRetry = vi.fn<() => void>();
    openPart(<MissingPage title="News" onRetry={onRetry} />);
    await press('Try again');
    expect(reload).toHaveBeenCalledOnce();
    expect(onRetry).not.toHaveBeenCalled();
  });
});
