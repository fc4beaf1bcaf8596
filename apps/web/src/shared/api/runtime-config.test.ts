import { RUNTIME_CONFIG_ID } from '@portico/contract/values';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig as config } from './recorded-config.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

function write(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = RUNTIME_CONFIG_ID;
  element.textContent = text;
  document.head.append(element);
}

const answer = (value: unknown, status = 200) => vi.fn(async () => new Response(JSON.stringify(value), { status }));

describe('the configuration', () => {
  it('is read from the page without a request', async () => {
    write(JSON.stringify(config));
    const fetch = answer({});
    expect(await loadRuntimeConfig(fetch)).toEqual(config);
    expect(fetch).not.toHaveBeenCalled();
  });
  it.each([
    ['', 'nothing'],
    ['null', 'null'],
    ['{"bankName":7}', 'something else'],
  ])('is requested when the page contains %j (%s)', async (text) => {
    if (text !== '') write(text);
    expect(await loadRuntimeConfig(answer(config))).toEqual(config);
  });
  it.each([
    [answer(config, 503), 'answered 503'],
    [answer({ bankName: 7 }), 'is not a configuration'],
  ])('fails to load after an invalid answer (%#)', async (fetch, text) => {
    await expect(loadRuntimeConfig(fetch)).rejects.toThrow(text);
  });
});
