import type { Observed, TrustDecision } from './session.ts'

export interface SshTarget {
  host: string
  port: number
  username: string
  password?: string
  privateKey?: string
  passphrase?: string
  /** Also offer algorithms that are no longer safe, behind the others. */
  legacyAlgorithms: boolean
  /** Asked with the key the device shows, before anything secret is sent; only `approved` goes on. */
  trust: (observed: Observed) => Promise<TrustDecision>
  timeouts: SshTimeouts
  /** Told as each step is done. */
  onStep?: (step: SshStep) => void
}

export type SshStep = 'connect' | 'handshake' | 'trust' | 'login'

export interface SshTimeouts {
  connectMs: number
  /** From the TCP connection to the host key. */
  handshakeMs: number
  /** From the approved host key to the open session; a device whose AAA servers are down takes tens of seconds. */
  loginMs: number
  channelMs: number
  /** How long a polite close may take. */
  graceMs: number
}
