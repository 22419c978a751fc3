/** One authenticated connection to a device. Losing it makes every channel's reading throw a `DeviceFailure`. */
export interface Session {
  readonly facts: SessionFacts
  /** An interactive shell with a wide pty (vt100, 511 columns). */
  shell(): Promise<Channel>
  /** One command on a channel without a pty. */
  exec(command: string): Promise<ExecChannel>
  /** A subsystem by its name, as `netconf` (RFC 6242 §3). */
  subsystem(name: string): Promise<Channel>
  /** Polite close, then destroy after `graceMs`. Never rejects. */
  close(): Promise<void>
}

/** What was negotiated and said before login, for the run log. */
export interface SessionFacts {
  /** The server's software as its identification string names it, e.g. `Cisco-1.25`. */
  software: string
  keyExchange: string
  hostKeyAlgorithm: string
  cipher: string
  mac: string
  /** Those of the above that only a device with `legacy_algorithms` may use; empty on a modern device. */
  legacyAlgorithms: string[]
  /** The banner shown before login, line ends `\n`; empty when there was none. */
  banner: string
}

/**
 * A byte channel. Reading is by async iteration (back-pressure by pulling) and ends when the far side closes the
 * channel; a lost connection throws. Writing never waits for reading.
 */
export interface Channel extends AsyncIterable<Buffer> {
  write(data: Buffer | string): void
  /** No more will be written; reading goes on. */
  end(): void
  /** Ends the channel at once, in both directions. */
  destroy(): void
}

export interface ExecChannel extends Channel {
  readonly stderr: AsyncIterable<Buffer>
  /** Never rejects: a connection that was lost before the command ended gives neither a code nor a signal. */
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

/** What a device proves itself by, as seen on the wire before anything was sent that is secret. */
export interface Observed {
  kind: 'ssh_host_key' | 'tls_certificate'
  /** Of the key, e.g. `ssh-ed25519`, `RSA 2048`. */
  algorithm: string
  /** A host key as OpenSSH prints it (`SHA256:` and base64 without padding), a certificate by its SHA-256 in hex pairs. */
  fingerprint: string
  host: string
  port: number
}

export type TrustDecision = 'approved' | 'pending' | 'refused'
