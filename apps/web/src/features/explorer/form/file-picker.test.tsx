import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FilePicker } from './file-picker.tsx';

afterEach(cleanup);

function open(part?: string): { readonly taken: string[]; choose(content: BlobPart | File): void } {
  const taken: string[] = [];
  const { container } = render(<FilePicker part={part} onText={(text) => taken.push(text)} />);
  const input = container.querySelector('input');
  if (input === null) throw new Error('there is no field for a file');
  const fileOf = (content: BlobPart | File) => (content instanceof File ? content : new File([content], 'order.xml'));
  return { taken, choose: (content) => fireEvent.change(input, { target: { files: [fileOf(content)] } }) };
}
/** A file that was removed after it was chosen. */
class GoneFile extends File {
  constructor() {
    super([], 'order.xml');
  }
  override arrayBuffer(): Promise<never> {
    return Promise.reject(new DOMException('The file is gone.', 'NotFoundError'));
  }
}
const said = (text: RegExp) => waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));

describe('a file for the body of a request', () => {
  it('becomes the text of the editor', async () => {
    const { taken, choose } = open();
    choose('<Document>š</Document>');
    await waitFor(() => expect(taken).toEqual(['<Document>š</Document>']));
    expect(screen.getByRole('status').textContent).toBe('');
  });
  it('is offered by the name of its part', () => {
    open('xml_sct');
    expect(screen.getByRole('button', { name: 'Insert a file as xml_sct' })).toBeTruthy();
  });
  it.each<readonly [string, BlobPart]>([
    ['bytes that are no UTF-8', new Uint8Array([0x89, 0x50, 0xff])],
    ['a character that no text has', 'a\0b'],
  ])('is refused with %s', async (_what, content) => {
    const { taken, choose } = open();
    choose(content);
    await said(/^order\.xml is not a text in UTF-8.* code sample\.$/);
    expect(taken).toEqual([]);
  });
  it('is refused above one megabyte, with its size', async () => {
    const { taken, choose } = open();
    choose(new Uint8Array(1_000_001));
    await said(/^order\.xml has 1\.0 MB\. The editor takes up to 1\.0 MB/);
    expect(taken).toEqual([]);
  });
  it('is asked for again when it went away before it was read', async () => {
    const { taken, choose } = open();
    choose(new GoneFile());
    await said(/^order\.xml could not be read\. Choose it again\.$/);
    expect(taken).toEqual([]);
  });
  it('leaves no old refusal behind', async () => {
    const { taken, choose } = open();
    choose('a\0b');
    await said(/not a text/);
    choose('{}');
    await said(/^$/);
    expect(taken).toEqual(['{}']);
  });
});
