/** The words of the permissions' PDF in five languages. */
import { createTexts } from '#platform/texts.ts';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };

export type PermissionKey = keyof typeof english;

export const textsIn = createTexts<PermissionKey>({ en: english, et: estonian, lt: lithuanian, lv: latvian, ru: russian });
