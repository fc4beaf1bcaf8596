import { FIRST_CONTENT_ID } from '@portico/contract/values';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  document.head.innerHTML = '';
  vi.resetModules();
});

async function openPage(text: string | undefined) {
  if (text !== undefined) {
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = FIRST_CONTENT_ID;
    element.textContent = text;
    document.head.append(element);
  }
  return await import('./written-content.ts');
}

describe('the content in the page', () => {
  it('is read as often as one likes, and taken once, each path for itself', async () => {
    const { takeWrittenContent, writtenContent } = await openPage('{"/a":{"title":"A"},"/b":{"title":"B"}}');
    expect([writtenContent()['/a'], writtenContent()['/a'], takeWrittenContent('/a')]).toEqual(Array(3).fill({ title: 'A' }));
    expect([takeWrittenContent('/a'), takeWrittenContent('/b')]).toEqual([undefined, { title: 'B' }]);
  });
  it.each([undefined, 'null', '[]', '"text"'])('is nothing where the page holds %j', async (text) => {
    expect((await openPage(text)).takeWrittenContent('/a')).toBeUndefined();
  });
});
