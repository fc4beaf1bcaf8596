/** Converts a JSON document to YAML. The library is loaded with the first request for YAML. */
import { type PackedText, packText } from './packed-text.ts';

export async function packYaml(json: string): Promise<PackedText> {
  const { stringify } = await import('yaml');
  // Without anchors, so that repeated parts are readable in each place.
  return packText(stringify(JSON.parse(json), { aliasDuplicateObjects: false }));
}
