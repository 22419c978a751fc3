import type { TlsTimeouts } from '../sessions/tls.ts'

/** How the vendor's cloud is reached: only the service hands this over, for no agent reaches it. */
export interface CloudAccess {
  /** `https://host/prefix` where requests begin, without a slash at the end. */
  baseUrl: string
  /** `host` or `host:port` to which the key may be sent beside the vendor's own domains and the host of `baseUrl`. */
  allowedHosts: readonly string[]
  /** PEM of authorities that are trusted beside the machine's. */
  authorities: readonly string[]
  /**
   * Waits until this organisation's next request may go out; all jobs of all replicas share its rate.
   * @throws the signal's reason
   */
  takeTurn(organisation: string, signal: AbortSignal): Promise<void>
  /** The vendor answered that there were too many requests: nobody asks this organisation for so long. */
  holdBack(organisation: string, ms: number): Promise<void>
  tlsTimeouts?: TlsTimeouts
}
