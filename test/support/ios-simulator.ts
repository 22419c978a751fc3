import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2, { type Algorithms, type AuthContext, type Connection, type ServerChannel } from 'ssh2'
import { replayShell, type Recording } from '../../agent/sessions/replay.ts'
import { iosBehaviour, iosDevice, type IosBehaviour } from './ios-device.ts'
import { makeSshKey } from './ssh-keys.ts'

export interface IosSimulatorOptions extends Partial<IosBehaviour> {
  /** Speaks from this in place of the model. */
  recording?: Recording
  username?: string
  password?: string
  /** OpenSSH public key line that may log in. */
  publicKey?: string
  /** What the server offers, in the order offered. */
  methods?: ('password' | 'keyboard-interactive' | 'publickey')[]
  /** Asked by keyboard-interactive after the password was right. */
  secondFactor?: string
  /** Asked in front of the password: terms. */
  terms?: string
  loginBanner?: string
  algorithms?: Algorithms
  ident?: string
  /** `handshake`: before keys are agreed; the others when the client asks. */
  hangUpAt?: 'handshake' | 'login' | 'shell'
  /** Never says whether a login is right, as when the AAA servers are down. */
  silentLogin?: boolean
  /** A port of the loopback; any free one when not given. */
  port?: number
}

export interface IosSimulator {
  port: number
  hostKeyFingerprint: string
  hostKeyAlgorithm: string
  /** Each line typed in a shell, in order, over all sessions; the secrets of enable as they were. */
  commandsSeen: string[]
  /** Each login attempt that carried a secret. */
  loginsSeen: { method: string; secret: string }[]
  /** Pieces that came from clients in shells: what was typed ahead of an answer would come with another. */
  readonly turns: number
  readonly sessions: number
  /** Who is connected now, and the most that ever were at one time. */
  readonly connected: number
  readonly connectedAtMost: number
  setRunningConfig(text: string): void
  set(changes: Partial<IosBehaviour>): void
  close(): Promise<void>
}

/** An IOS device on a port of the loopback. Many of them share one process and one host key without trouble. */
export async function startIosSimulator(options: IosSimulatorOptions = {}): Promise<IosSimulator> {
  const {
    recording,
    username = 'backup',
    password = 'login-Secret1',
    methods = ['password', 'keyboard-interactive'],
  } = options
  const behaviour = iosBehaviour(options)
  const commandsSeen: string[] = []
  const loginsSeen: IosSimulator['loginsSeen'] = []
  const live = new Set<Connection>()
  let turns = 0
  let sessions = 0
  let connectedAtMost = 0

  const server = new ssh2.Server(
    { hostKeys: [hostKey.private], algorithms: options.algorithms, ident: options.ident, banner: options.loginBanner },
    (client) => {
      live.add(client)
      connectedAtMost = Math.max(connectedAtMost, live.size)
      const socket = client as Connection & { setNoDelay(on: boolean): void } // the types forget it on the server's side
      socket.setNoDelay(true)
      client.on('error', () => undefined) // a client that hangs up is no fault of the device
      client.on('close', () => live.delete(client))
      if (options.hangUpAt === 'handshake') return void client.end()
      client.on('authentication', (attempt) => authenticate(attempt, client))
      client.on('session', (accept) => {
        const session = accept()
        session.on('pty', (acceptPty) => acceptPty())
        session.on('window-change', (acceptChange) => acceptChange?.())
        session.on('shell', (acceptShell, refuse) => {
          if (options.hangUpAt === 'shell') return refuse()
          sessions++
          if (recording) replay(acceptShell(), recording)
          else serve(acceptShell(), client)
        })
        session.on('exec', (acceptExec, _refuse, { command }) => {
          const refusal = `Line has invalid autocommand "${command}"\r\n`
          const stream = acceptExec() // IOS runs one command, answers refusals with status 0 too, and closes
          stream.write(command === 'show version' ? behaviour.version : refusal)
          stream.exit(0)
          stream.end()
        })
      })
    },
  )

  function authenticate(attempt: AuthContext, client: Connection) {
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

  function serve(stream: ServerChannel, client: Connection) {
    const hangUp = () => {
      stream.exit(0)
      stream.end()
      setImmediate(() => client.end())
    }
    const device = iosDevice(behaviour, { write: (data) => void stream.write(data), hangUp }, (line) =>
      commandsSeen.push(line),
    )
    stream.on('data', (data: Buffer) => {
      turns++
      device.take(data)
    })
    stream.on('close', () => device.stop())
    stream.on('error', () => undefined)
  }

  function replay(stream: ServerChannel, said: Recording) {
    const shell = replayShell(said, { split: behaviour.split, onSent: (line) => commandsSeen.push(line) })
    stream.on('data', (data: Buffer) => {
      turns++
      shell.write(data)
    })
    stream.on('error', () => undefined)
    void (async () => {
      for await (const data of shell) stream.write(data)
      stream.exit(0)
      stream.end()
    })()
  }

  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hostKeyFingerprint: hostKey.fingerprint,
    hostKeyAlgorithm: hostKey.algorithm,
    commandsSeen,
    loginsSeen,
    get turns() {
      return turns
    },
    get sessions() {
      return sessions
    },
    get connected() {
      return live.size
    },
    get connectedAtMost() {
      return connectedAtMost
    },
    setRunningConfig: (text) => void (behaviour.runningConfig = text),
    set: (changes) => void Object.assign(behaviour, changes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of live) client.end()
      }),
  }
}

const hostKey = makeHostKey()

function makeHostKey() {
  const pair = makeSshKey()
  const blob = Buffer.from(pair.public.split(' ')[1] ?? '', 'base64')
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
  return { private: pair.private, algorithm: 'ssh-ed25519', fingerprint }
}
