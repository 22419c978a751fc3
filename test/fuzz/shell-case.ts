import { message } from '../../shared/messages/message.ts'
import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import { DeviceFailure } from '../../agent/device-failure.ts'
import type { Channel, Session } from '../../agent/sessions/session.ts'
import { openSsh } from '../../agent/sessions/ssh.ts'
import { targetOf, testLimits } from '../support/open-simulator.ts'
import { pacedWire } from '../support/paced-shell.ts'
import { seeded } from '../support/random.ts'
import { shellDevice, type ShellFaults, type ShellWire } from '../support/shell-device.ts'
import { collectOverSsh } from '../support/ssh-captures.ts'
import { startSshSimulator } from '../support/ssh-simulator.ts'
import { type FuzzTarget, fuzzTargets, placeholder } from './shell-targets.ts'
import { noiseLines } from './shell-noise.ts'

/** One session with noise in the greeting, in the text, in the stream, and packets that end anywhere. */
export interface ShellCase {
  target: FuzzTarget
  seed: number
  isPaged: boolean
  /** Where in the text the noise is, in [0, 1). */
  at: number
  noise: string[]
  banner: string
  echo: ShellFaults['echo']
  /** A log line, inserted at random places of the device’s output with this probability. */
  intrusion: { line: string; probability: number; breaksLine: boolean } | null
  /** Of its terminal driver: what is typed while the device speaks is echoed at once, and again when it is read. */
  echoesAtOnce: boolean
  /** How packets end: behind each piece of noise, at each byte, at random. */
  packets: 'noise' | 'bytes' | 'random'
}

export type Outcome =
  | { kind: 'equal' }
  | { kind: 'failed'; code: string }
  | { kind: 'wrong'; stored: string; wanted: string; log: string[] }

/** The same case for the same seed. @param platform of which platform; any without it */
export function shellCase(seed: number, platform?: string): ShellCase {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const target = pick(fuzzTargets.filter((one) => platform === undefined || one.platform === platform))
  const isPaged = random() < 0.3
  const prompt = promptOf(target, isPaged)
  const lines = noiseLines(prompt, target.command, target.logLines)
  const some = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(lines))
  const motd = some(4)
  return {
    target,
    seed,
    isPaged,
    at: random() < 0.1 ? 0.9999 : random(),
    noise: random() < 0.2 ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => prompt.trim()) : some(5),
    banner: motd.length === 0 ? '' : `${motd.join('\n')}${random() < 0.9 ? '\n' : ''}`,
    echo: random() < 0.2 ? 'redrawn' : 'plain',
    intrusion:
      random() < 0.3
        ? { line: pick(target.logLines), probability: random() < 0.5 ? 0.02 : 0.3, breaksLine: random() < 0.7 }
        : null,
    echoesAtOnce: random() < 0.15,
    packets: pick(['noise', 'noise', 'bytes', 'random']),
  }
}

/** Runs a case on a session in memory, whose packets are read one by one. */
export function runInMemory(one: ShellCase): Promise<Outcome> {
  return outcomeOf(one, (open) => collect(one.target, () => Promise.resolve(memorySession(open, one.echoesAtOnce))))
}

/** Runs a case over a real SSH connection. */
export async function runOverSsh(one: ShellCase): Promise<Outcome> {
  return outcomeOf(one, async (open) => {
    const simulator = await startSshSimulator({ shell: (wire, seen) => open(pacedWire(wire), seen) })
    try {
      return await collect(
        one.target,
        (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
        testLimits,
      )
    } finally {
      await simulator.close()
    }
  })
}

type OpenShell = (wire: ShellWire, seen: (line: string) => void) => ReturnType<typeof shellDevice>

async function outcomeOf(one: ShellCase, run: (open: OpenShell) => Promise<Collected>): Promise<Outcome> {
  const { command, otherwise } = one.target
  const wanted = await Promise.all([command, ...(otherwise ? [otherwise.command] : [])].map((by) => wantedOf(one, by)))
  try {
    const { stored, log } = await run(openShell(one))
    if (stored === undefined) return { kind: 'failed', code: 'absent' }
    return wanted.includes(stored) ? { kind: 'equal' } : { kind: 'wrong', stored, wanted: wanted[0] ?? '', log }
  } catch (failure) {
    if (failure instanceof DeviceFailure) return { kind: 'failed', code: failure.code }
    throw failure
  }
}

const healthyTexts = new Map<string, Promise<string>>()

/** What is stored of the text that the device gives to this command: what it is without noise, with the noise in it. */
async function wantedOf(one: ShellCase, command: string): Promise<string> {
  const { target } = one
  const text = textBy(one, command)
  const known = healthyTexts.get(text) ?? readHealthy(target, command, text)
  healthyTexts.set(text, known)
  // blank lines at the end of a text are those before the prompt, for any reader
  return withNoise(await known, one).replace(/\n(?:[ \t]*\n)+$/, '\n')
}

async function readHealthy(target: FuzzTarget, command: string, text: string): Promise<string> {
  if (command !== target.command) return text // what the other command shows is stored as it is
  const { faults, model } = target.device({ answers: { [command]: text } }, false)
  const open: OpenShell = (wire, seen) => shellDevice(model(), faults, wire, seen)
  const { stored } = await collect(target, () => Promise.resolve(memorySession(open, false)))
  if (stored?.includes(`${placeholder}\n`) !== true) throw new Error(`${target.platform}: ${command} is not read`)
  return stored
}

function textBy({ target, at }: ShellCase, command: string): string {
  return command === target.command ? target.text(at) : (target.otherwise?.text() ?? '')
}

function withNoise(text: string, { noise }: ShellCase): string {
  return text.replace(`${placeholder}\n`, () => noise.map((line) => `${line}\n`).join(''))
}

interface Collected {
  stored: string | undefined
  log: string[]
}

async function collect(
  { platform, options, key }: FuzzTarget,
  open: CollectDependencies['openSsh'],
  limits: typeof testLimits = shortLimits,
): Promise<Collected> {
  const { captured, log } = await collectOverSsh(open, { platform, options }, { shellLimits: limits })
  return { stored: captured.texts.find((text) => text.key === key)?.raw.toString('latin1'), log }
}

/** In memory, a device that is silent for this long stays silent. */
const shortLimits = { ...testLimits, promptMs: 80, idleMs: 80, totalMs: 20_000, retryMs: 0 }

function openShell(one: ShellCase): OpenShell {
  const { target, banner, echo, isPaged } = one
  const commands = [target.command, ...(target.otherwise ? [target.otherwise.command] : [])]
  const answers = Object.fromEntries(commands.map((command) => [command, withNoise(textBy(one, command), one)]))
  const { faults, model } = target.device({ answers, banner, echo, split: packetsOf(one) }, isPaged)
  return (wire, seen) => shellDevice(model(), faults, wire, seen)
}

function promptOf(target: FuzzTarget, isPaged: boolean): string {
  return target.device({}, isPaged).model().prompt().split('\n').at(-1)?.replace(/\r/g, '') ?? ''
}

function packetsOf(one: ShellCase): (said: Buffer) => Buffer[] {
  const random = seeded(one.seed + 1)
  const prompt = promptOf(one.target, one.isPaged).trim()
  const ends = [...new Set([prompt, ...one.noise, ...one.banner.split('\n')])].filter((line) => line.trim() !== '')
  const behind = new RegExp(`(?<=${ends.map((line) => line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`)
  const cut = (text: string): string[] => {
    if (one.packets === 'bytes') return text.split('')
    if (one.packets === 'noise') return text.split(behind)
    const parts: string[] = []
    for (let from = 0; from < text.length;) {
      const length = random() < 0.3 ? 1 : 1 + Math.floor(random() * 60)
      parts.push(text.slice(from, from + length))
      from += length
    }
    return parts
  }
  return (said) => cut(intruded(said.toString('latin1'), one, random)).map((part) => Buffer.from(part, 'latin1'))
}

/** A device ends the line that it is in before it writes one of its log, most of them. */
function intruded(said: string, { intrusion }: ShellCase, random: () => number): string {
  if (!intrusion || random() >= intrusion.probability) return said
  const lines = said.split('\r\n')
  const at = Math.floor(random() * lines.length)
  const line = lines[at] ?? ''
  const column = intrusion.breaksLine ? Math.floor(random() * (line.length + 1)) : line.length
  lines[at] = `${line.slice(0, column)}\r\n${intrusion.line}\r\n${line.slice(column)}`
  return lines.join('\r\n')
}

function memorySession(open: OpenShell, echoesAtOnce: boolean): Session {
  const none = (what: string) =>
    Promise.reject(
      new DeviceFailure('connection_lost', {
        step: message('step_opening_channel', { channel: 'subsystem', name: what }),
        seen: 'none',
      }),
    )
  const channels: Channel[] = []
  return {
    facts: {
      software: 'memory',
      keyExchange: 'none',
      hostKeyAlgorithm: 'none',
      cipher: 'none',
      mac: 'none',
      legacyAlgorithms: [],
      banner: '',
    },
    shell() {
      const channel = memoryChannel(open, echoesAtOnce)
      channels.push(channel)
      return Promise.resolve(channel)
    },
    exec: () => none('a command'),
    subsystem: none,
    close() {
      for (const channel of channels) channel.destroy()
      return Promise.resolve()
    },
  }
}

/** Sends one packet at a time: input typed after reading it is answered after all earlier output. */
function memoryChannel(open: OpenShell, echoesAtOnce: boolean): Channel {
  const packets: Buffer[] = []
  let isOver = false
  let wake = () => undefined as void
  const wire: ShellWire = {
    write(data) {
      packets.push(data)
      wake()
    },
    hangUp() {
      isOver = true
      wake()
    },
  }
  const device = open(wire, () => undefined)
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const packet = packets.shift()
        if (packet) yield packet
        else if (isOver) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    write(data) {
      if (isOver) return
      const bytes = Buffer.from(data)
      if (echoesAtOnce && packets.length > 0)
        packets.unshift(Buffer.from(bytes.toString('latin1').replace('\n', '\r\n'), 'latin1'))
      device.take(bytes)
    },
    end: () => undefined,
    destroy() {
      device.stop()
      isOver = true
      wake()
    },
  }
}
