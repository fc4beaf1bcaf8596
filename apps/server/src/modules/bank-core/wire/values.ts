/** The values that several calls of a core carry. */
import { Type } from 'typebox';

export const Text = Type.String({ minLength: 1, maxLength: 300 });
export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'an id of 1 to 64 letters, digits, - or _' });
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$',
  description: 'an instant in UTC, such as 2026-11-22T07:30:00.000Z',
});
