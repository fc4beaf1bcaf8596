/** PDFs are created in a worker thread, because one takes as long as hundreds of ordinary requests. */
import { join } from 'node:path';
import type { DrawPermissions } from '#modules/permissions/index.ts';
import type { DrawReceipt } from '#modules/receipts/index.ts';
import type { DrawReport } from '#modules/statistics/index.ts';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { isBuilt, serverFolder } from '#platform/server-folder.ts';
import { createMadeOnce } from '#platform/threads/made-once.ts';
import { createWorkThread } from '#platform/threads/work-thread.ts';

export type PdfOrder =
  | { readonly kind: 'receipt'; readonly args: Parameters<DrawReceipt> }
  | { readonly kind: 'report'; readonly args: Parameters<DrawReport> }
  | { readonly kind: 'permissions'; readonly args: Parameters<DrawPermissions> };

export interface DrawPdf {
  readonly receipt: DrawReceipt;
  readonly report: DrawReport;
  readonly permissions: DrawPermissions;
  stop(): Promise<void>;
}

const FILE = join(serverFolder, isBuilt ? 'dist/server/pdf-thread.js' : 'src/app/pdf-thread.ts');
const LIMITS = { waitingMax: 100, secondsMax: 60, idleSeconds: 60, heapMb: 512 };
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

export function createDrawPdf(): DrawPdf {
  const thread = createWorkThread<PdfOrder, Uint8Array>({ file: FILE, ...LIMITS });
  const once = createMadeOnce(KEPT_BYTES_MAX);
  // Equal content gives the same file, byte for byte.
  const draw = async (order: PdfOrder) => {
    const [content, variant = ''] = order.args;
    return Buffer.from(await once.get(sha256Hex(canonicalJson([order.kind, content, variant])), () => thread.run(order)));
  };
  return {
    receipt: (...args) => draw({ kind: 'receipt', args }),
    report: (...args) => draw({ kind: 'report', args }),
    permissions: (...args) => draw({ kind: 'permissions', args }),
    stop: thread.stop,
  };
}
