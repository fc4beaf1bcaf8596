/** What the portal gives to a dialog that its address opened. */
import type { RuntimeConfig } from '@portico/contract';

export interface PortalModalProps {
  config: RuntimeConfig;
  /** True for the 200 ms of its way out. */
  isClosing: boolean;
  /** Takes `m` out of the address. */
  onClose: () => void;
}
