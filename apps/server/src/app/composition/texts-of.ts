/** Where a server finds the texts of the portal, and what it fills in. */
import { join } from 'node:path';
import type { ContentEdition } from '#modules/content/index.ts';
import type { Config } from '#platform/config.ts';
import { serverFolder } from '#platform/server-folder.ts';

type Named = Pick<Config, 'bank' | 'contentDir' | 'productName' | 'bankName' | 'bankLegalName' | 'supportContact' | 'publicUrl' | 'apiBase' | 'mtls'>;

/** `content/` of the repository and of the image. */
const DELIVERED = join(serverFolder, '../../content');

export function textsOf(config: Named) {
  const { productName, bankName, bankLegalName, supportContact, publicUrl, apiBase } = config;
  return {
    contentDir: config.contentDir ?? DELIVERED,
    deliveredDir: DELIVERED,
    edition: editionOf(config),
    // An installation without an address for certificates has none to try.
    placeholders: { productName, bankName, bankLegalName, supportContact, publicUrl, apiBase, mtlsUrl: config.mtls?.url ?? publicUrl },
  };
}

/** A bank's own core has real customers, so its texts speak of no sandbox. */
const editionOf = ({ bank }: Pick<Config, 'bank'>): ContentEdition => (bank === 'adapter' ? 'production' : 'sandbox');
