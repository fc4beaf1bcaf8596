/** The phone shows 200 characters, whatever a provider is called. */
const NAME_LENGTH_MAX = 120;

export function nameOnPhone(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME_LENGTH_MAX ? name : `${characters.slice(0, NAME_LENGTH_MAX).join('')}…`;
}
