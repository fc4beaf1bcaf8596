/** The words of a receipt in five languages: for the page and for the PDF, which are made of the same. */
import { createTexts } from '#platform/texts.ts';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };

export type ReceiptKey = keyof typeof english;
export type ReceiptText = ReturnType<typeof textsIn>;

export const textsIn = createTexts<ReceiptKey>({ en: english, et: estonian, lt: lithuanian, lv: latvian, ru: russian });
