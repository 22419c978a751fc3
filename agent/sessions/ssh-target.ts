import type { Observed, TrustDecision } from './session.ts'

export interface SshTarget {
  host: string
  port: number
  username: string
  password?: string
  privateKey?: string
  passphrase?: string
  /** Whether to also offer algorithms that are no longer secure, after the others. */
  legacyAlgorithms: boolean
  /** Called with the device's key before any secret is sent; only `approved` continues. */
  trust: (observed: Observed) => Promise<TrustDecision>
  timeouts: SshTimeouts
  /** Called after each step. */
  onStep?: (step: SshStep) => void
}

export type SshStep = 'connect' | 'handshake' | 'trust' | 'login'

export interface SshTimeouts {
  connectMs: number
  /** From the TCP connection to the host key. */
  handshakeMs: number
  /** From the approved host key to the open session. A device whose AAA servers are down takes tens of seconds. */
  loginMs: number
  channelMs: number
  /** Longest duration of a graceful close. */
  graceMs: number
}
