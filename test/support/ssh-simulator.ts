import { createHash, generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { isEndMark } from '../../agent/collect/cli/end-mark.ts'
import ssh2, { type Algorithms, type AuthContext, type Connection, type ServerChannel } from 'ssh2'
import { openReplay, replayShell, type Recording, type ReplayOptions } from '../../agent/sessions/replay.ts'
import { shellDevice, type ShellDevice, type ShellFaults, type ShellModel, type ShellWire } from './shell-device.ts'
import { makeSshKey } from './ssh-keys.ts'

/** How a device authenticates clients, and its faults. */
export interface SshServerOptions {
  username?: string
  password?: string
  /** Public key in OpenSSH's format that may log in. */
  publicKey?: string
  /** The methods that the server offers, in this order. */
  methods?: ('password' | 'keyboard-interactive' | 'publickey')[]
  /** Requested by keyboard-interactive after a correct password. */
  secondFactor?: string
  /** Terms, shown before the password prompt. */
  terms?: string
  loginBanner?: string
  /** Sent as one packet each, when the client requests its first method. */
  loginBanners?: readonly string[]
  algorithms?: Algorithms
  ident?: string
  /** When it closes the connection. `handshake`: before the key exchange; the others on the client's request. */
  hangUpAt?: 'handshake' | 'login' | 'shell'
  /** Never replies to a login, as when the AAA servers are down. */
  silentLogin?: boolean
  /** A local address; default: 127.0.0.1. */
  host?: string
  /** Default: any free port. */
  port?: number
  /** Default: the one that all simulators of a process share. */
  hostKey?: HostKey
}

/** A device's host key. */
export interface HostKey {
  /** OpenSSH PEM. */
  private: string
  algorithm: string
  /** `SHA256:…`, as OpenSSH prints it. */
  fingerprint: string
}

/** What a device serves after the login; anything else is refused. */
export interface SshServed {
  /** Called for each opened shell. */
  shell?: (wire: ShellWire, seen: (line: string) => void) => ShellDevice
  /** Called for each command without a shell; it ends the stream itself, with an exit status if it has one. */
  exec?: (command: string, stream: ServerChannel) => void
  subsystem?: (name: string, stream: ServerChannel) => void
  /** Called for each channel; if absent, all are opened. */
  mayOpen?: () => boolean
}

export type SshSimulator = Awaited<ReturnType<typeof startSshSimulator>>

/** Starts a device on a loopback port. Many of them can share one process and one host key. */
export async function startSshSimulator(served: SshServed, options: SshServerOptions = {}) {
  const { username = 'backup', password = 'login-Secret1', methods = ['password', 'keyboard-interactive'] } = options
  const { hostKey = sharedHostKey } = options
  const commandsSeen: string[] = []
  const loginsSeen: { method: string; secret: string }[] = []
  const live = new Set<Connection>()
  let turns = 0
  let endMarks = 0
  let sessions = 0
  let connectedAtMost = 0

  const server = new ssh2.Server(
    { hostKeys: [hostKey.private], algorithms: options.algorithms, ident: options.ident, banner: options.loginBanner },
    (client) => {
      live.add(client)
      connectedAtMost = Math.max(connectedAtMost, live.size)
      const socket = client as Connection & { setNoDelay(on: boolean): void } // the server-side types omit it
      socket.setNoDelay(true)
      client.on('error', () => undefined) // a client that disconnects is not a fault of the device
      client.on('close', () => live.delete(client))
      if (options.hangUpAt === 'handshake') return void client.end()
      client.on('authentication', (attempt) => authenticate(attempt, client))
      client.on('session', (accept, refuseChannel) => {
        if (served.mayOpen?.() === false) return refuseChannel()
        const session = accept()
        session.on('pty', (acceptPty) => acceptPty())
        session.on('window-change', (acceptChange) => acceptChange?.())
        session.on('shell', (acceptShell, refuse) => {
          if (options.hangUpAt === 'shell' || !served.shell) return refuse()
          sessions++
          serve(served.shell, acceptShell(), client)
        })
        session.on('exec', (acceptExec, refuse, { command }) => {
          if (!served.exec) return refuse()
          commandsSeen.push(command)
          served.exec(command, quiet(acceptExec()))
        })
        session.on('subsystem', (acceptSubsystem, refuse, { name }) => {
          if (!served.subsystem) return refuse()
          served.subsystem(name, quiet(acceptSubsystem()))
        })
      })
    },
  )

  function authenticate(attempt: AuthContext, client: Connection) {
    if (attempt.method === 'none') for (const banner of options.loginBanners ?? []) sendBanner(client, banner)
    if (options.silentLogin) return
    const offered = methods.filter((method) => method !== attempt.method)
    if (options.hangUpAt === 'login' && attempt.method !== 'none') return void client.end()
    if (attempt.username !== username) return attempt.reject(methods)
    if (attempt.method === 'password' && methods.includes('password')) {
      loginsSeen.push({ method: 'password', secret: attempt.password })
      return attempt.password === password ? attempt.accept() : attempt.reject(methods)
    }
    if (attempt.method === 'publickey' && options.publicKey) {
      const known = ssh2.utils.parseKey(options.publicKey)
      if (known instanceof Error || !known.getPublicSSH().equals(attempt.key.data)) return attempt.reject(offered)
      if (!attempt.signature) return attempt.accept()
      return known.verify(attempt.blob ?? '', attempt.signature, attempt.hashAlgo)
        ? attempt.accept()
        : attempt.reject(offered)
    }
    if (attempt.method === 'keyboard-interactive' && methods.includes('keyboard-interactive')) {
      const question = { prompt: 'Password: ', echo: false }
      const questions = options.terms ? [{ prompt: options.terms, echo: true }, question] : [question]
      return attempt.prompt(questions, (answers) => {
        const secret = answers.at(-1) ?? ''
        loginsSeen.push({ method: 'keyboard-interactive', secret })
        const agreed = !options.terms || answers[0] === 'yes'
        if (secret !== password || !agreed) return attempt.reject(methods)
        if (!options.secondFactor) return attempt.accept()
        attempt.prompt([{ prompt: options.secondFactor, echo: false }], () => attempt.reject(methods))
      })
    }
    attempt.reject(methods)
  }

  function serve(open: NonNullable<SshServed['shell']>, stream: ServerChannel, client: Connection) {
    const hangUp = () => {
      stream.exit(0)
      stream.end()
      setImmediate(() => client.end())
    }
    const wire = { write: (data: Buffer) => void stream.write(data), hangUp }
    const device = open(wire, (line) => {
      if (isEndMark(line)) endMarks++
      else commandsSeen.push(line)
    })
    quiet(stream).on('data', (data: Buffer) => {
      turns++
      device.take(data)
    })
    stream.on('close', () => device.stop())
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  server.removeAllListeners('error').on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port,
    hostKeyFingerprint: hostKey.fingerprint,
    hostKeyAlgorithm: hostKey.algorithm,
    /** Each line typed in a shell except end marks, and each command, in order, of all sessions; including secrets. */
    commandsSeen,
    /** Each login attempt that carried a secret. */
    loginsSeen,
    /** Number of end marks typed in shells. */
    get endMarks() {
      return endMarks
    },
    /** Number of packets from clients in shells: input typed ahead of an answer would share a packet. */
    get turns() {
      return turns
    },
    get sessions() {
      return sessions
    },
    /** Number of connected clients: now, and the maximum. */
    get connected() {
      return live.size
    },
    get connectedAtMost() {
      return connectedAtMost
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const client of live) client.end()
      }),
  }
}

/** Starts a device with a command line; each session has its own model. */
export function startShellSimulator(
  model: () => ShellModel,
  faults: ShellFaults,
  options: SshServerOptions = {},
): Promise<SshSimulator> {
  return startSshSimulator({ shell: (wire, seen) => shellDevice(model(), faults, wire, seen) }, options)
}

/** Creates a key. */
export function makeHostKey(): HostKey {
  return hostKeyOf(makeSshKey().private, 'ssh-ed25519')
}

/** Creates an RSA key, with which old devices sign by SHA-1. */
export function makeRsaHostKey(): HostKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return hostKeyOf(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), 'ssh-rsa')
}

function hostKeyOf(pem: string, algorithm: string): HostKey {
  const parsed = ssh2.utils.parseKey(pem)
  if (parsed instanceof Error) throw parsed
  const hash = createHash('sha256').update(parsed.getPublicSSH()).digest('base64')
  return { private: pem, algorithm, fingerprint: `SHA256:${hash.replace(/=+$/, '')}` }
}

/** Returns the recorded output of a device as the shell of a simulator. */
export function recordedShell(recording: Recording, options: ReplayOptions): NonNullable<SshServed['shell']> {
  return (wire, onSent) => {
    const shell = replayShell(recording, { ...options, onSent })
    void (async () => {
      for await (const data of shell) wire.write(data)
      wire.hangUp()
    })()
    return { take: (data) => shell.write(data), stop: () => shell.destroy() }
  }
}

/** Returns the recorded output of single commands. */
export function recordedExec(recording: Recording, options: ReplayOptions): NonNullable<SshServed['exec']> {
  return (command, stream) => {
    void (async () => {
      for await (const data of await openReplay(recording, options).exec(command)) stream.write(data)
      stream.exit(0)
      stream.end()
    })()
  }
}

/** A client that disconnects is not a fault of the device. */
function quiet(stream: ServerChannel): ServerChannel {
  return stream.on('error', () => undefined)
}

const sharedHostKey = makeHostKey()

/** RFC 4252 §5.4. ssh2's server sends only one banner, from its configuration. */
function sendBanner(client: Connection, text: string): void {
  const { _protocol: protocol } = client as unknown as { _protocol: BannerProtocol }
  const size = Buffer.byteLength(text)
  const packet = protocol._packetRW.write.alloc(1 + 4 + size + 4)
  const at = protocol._packetRW.write.allocStart
  packet[at] = 53 // SSH_MSG_USERAUTH_BANNER
  packet.writeUInt32BE(size, at + 1)
  packet.write(text, at + 5)
  packet.writeUInt32BE(0, at + 5 + size)
  protocol._cipher.encrypt(protocol._packetRW.write.finalize(packet))
}

interface BannerProtocol {
  _packetRW: { write: { alloc(size: number): Buffer; allocStart: number; finalize(packet: Buffer): Buffer } }
  _cipher: { encrypt(packet: Buffer): void }
}
