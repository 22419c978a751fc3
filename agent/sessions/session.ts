/** An authenticated connection to a device. If it is lost, reading from its channels throws a `DeviceFailure`. */
export interface Session {
  readonly facts: SessionFacts
  /** Opens an interactive shell with a wide pty (vt100, 511 columns). */
  shell(): Promise<Channel>
  /** Runs one command on a channel without a pty. */
  exec(command: string): Promise<ExecChannel>
  /** Opens a subsystem, for example `netconf` (RFC 6242 §3). */
  subsystem(name: string): Promise<Channel>
  /** Closes the connection gracefully, then destroys it after `graceMs`. Never rejects. */
  close(): Promise<void>
}

/** What was negotiated and shown before login, for the run log. */
export interface SessionFacts {
  /** The server's software from its identification string, for example `Cisco-1.25`. */
  software: string
  keyExchange: string
  hostKeyAlgorithm: string
  cipher: string
  mac: string
  /** The negotiated algorithms that require the device option `legacy_algorithms`; empty on a modern device. */
  legacyAlgorithms: string[]
  /** The banner shown before login, line ends `\n`; empty if there was no banner. */
  banner: string
}

/**
 * A byte channel. Reading is by async iteration with back-pressure and ends when the device closes the channel; a lost
 * connection throws. Writing does not wait for reading.
 */
export interface Channel extends AsyncIterable<Buffer> {
  write(data: Buffer | string): void
  /** Ends the writing side; reading continues. */
  end(): void
  /** Closes the channel immediately, in both directions. */
  destroy(): void
}

export interface ExecChannel extends Channel {
  readonly stderr: AsyncIterable<Buffer>
  /** Never rejects. If the connection is lost before the command ends, both code and signal are null. */
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

/** The identity that a device presented, before any secret was sent. */
export interface Observed {
  kind: 'ssh_host_key' | 'tls_certificate'
  /** Of the key, for example `ssh-ed25519`, `RSA 2048`. */
  algorithm: string
  /** A host key as OpenSSH prints it (`SHA256:` and base64 without padding); a certificate as SHA-256 in hex pairs. */
  fingerprint: string
  host: string
  port: number
}

export type TrustDecision = 'approved' | 'pending' | 'refused'
