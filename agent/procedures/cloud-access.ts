import type { TlsTimeouts } from '../sessions/tls.ts'

/** Access to the vendor's cloud. Only the service provides it, because agents do not run cloud jobs. */
export interface CloudAccess {
  /** `https://host/prefix` of all requests, without a trailing slash. */
  baseUrl: string
  /**
   * `host` or `host:port` to which the key may be sent in addition to the vendor's own domains and the host of
   * `baseUrl`.
   */
  allowedHosts: readonly string[]
  /** PEM of authorities trusted in addition to the computer's. */
  authorities: readonly string[]
  /**
   * Waits until this organisation's next request may be sent. All jobs of all replicas share its rate limit.
   * @throws the signal's reason
   */
  takeTurn(organisation: string, signal: AbortSignal): Promise<void>
  /** Called when the vendor reports too many requests: suspends requests to this organisation for `ms`. */
  holdBack(organisation: string, ms: number): Promise<void>
  tlsTimeouts?: TlsTimeouts
}
