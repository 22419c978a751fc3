import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { byteQueue, openReplay, replayFacts, type Recording } from '../../../agent/sessions/replay.ts'
import type { Session } from '../../../agent/sessions/session.ts'
import { readRecording } from '../../support/recordings.ts'
import { noFaults, shellDevice, type ShellFaults, type ShellModel, type ShellWire } from '../../support/shell-device.ts'

/** A device whose recorded texts prove a platform document: `test/fixtures/documents/<platform>/device.yaml`. */
export interface DocumentDevice {
  platform: string
  /** The device and its release, for readers. */
  device: string
  /** With the blanks around it. Absent: `session` is a recording of a shell, or commands run on their own channels. */
  prompt?: string
  /** What the device shows before the first command, where the recording was shortened. */
  greeting?: string
  /** A recorded session, below the platform's folder. */
  session?: string
  /** What the document sends, by the command that its recording shows instead. */
  recordedAs?: Record<string, string>
  /** The texts of commands: files below the platform's folder. They take precedence over the recorded ones. */
  answers?: Record<string, string>
  /** Short texts of commands that no capture has, as vendors document them. */
  replies?: Record<string, string>
  /** Menus that a command shows before its text, and the number that leads to it. */
  menus?: Record<string, { shows: string; answer: string }>
  /** What the device adds behind each text, which its capture lacks. */
  closing?: string
  /** The reply to commands without an answer. */
  refusal: string
  /** The mark of the pager. */
  pager?: string
  /** By artifact: the file that is stored, or the command whose recorded text is; `from` is its first line. */
  stored: Record<string, { of: string; from?: string }>
  facts: Record<string, string>
  /** By artifact: what another reading shows in place of a line, without a change of the configuration. */
  noise?: Record<string, Record<string, string>>
  /** A pattern of log lines in the recording. A device that prints none is played. */
  log?: string
  /** Texts that a transcript must not contain. */
  secrets?: string[]
  /** Dialogue before the first prompt: what the device shows, and what must be typed. */
  login?: { shows: string; typed: string }[]
}

const root = join(import.meta.dirname, '../../fixtures/documents')

/** Returns the devices of all documents, sorted by platform. */
export function readDocumentDevices(): DocumentDevice[] {
  return readdirSync(root)
    .sort()
    .flatMap((platform) =>
      readdirSync(join(root, platform))
        .filter((file) => file.endsWith('device.yaml'))
        .map((file) => ({ ...(parse(readFileSync(join(root, platform, file), 'utf8')) as DocumentDevice), platform })),
    )
}

/** Returns the text that a device sends for a command, with line ends `\n`, as latin1. */
export function textOf(device: DocumentDevice, command: string): string {
  const reply = device.replies?.[command]
  if (reply !== undefined) return reply
  const file = device.answers?.[command]
  if (file !== undefined) {
    const text = readFileSync(join(root, device.platform, file), 'latin1').replace(/\r\n/g, '\n')
    return device.closing === undefined ? text : `${text.trimEnd()}\n${device.closing}\n`
  }
  const { exchanges } = recordingOf(device)
  const at = exchanges.findIndex(({ sent }) => sent === command)
  if (at === -1) throw new Error(`${device.platform}: no answer to ${command}`)
  const end = exchanges.findIndex(({ sent }, index) => index > at && sent !== ' ')
  const pages = exchanges.slice(at, end === -1 ? undefined : end).map(({ received }) => received.toString('latin1'))
  const output = pages.join('').replace(/ ?--More-- ?\0?[\b]+ +[\b]+/g, '')
  const lines = plain(output).split('\n')
  const isShell = recordingOf(device).greeting.length > 0
  return isShell ? `${lines.slice(1, -1).join('\n')}\n` : lines.join('\n')
}

/** Returns the text that must be stored of an artifact, as latin1: without the lines before its first one. */
export function storedText(device: DocumentDevice, key: string): string {
  const { of, from } = device.stored[key]!
  const lines = textOf(device, of).split('\n')
  while (lines.at(-1)?.trim() === '') lines.pop()
  const start = from === undefined ? 0 : lines.findIndex((line) => line === from)
  if (start === -1) throw new Error(`${device.platform}: ${of} has no line ${from}`)
  while (lines[start]?.trim() === '') lines.splice(start, 1)
  return `${lines.slice(start).join('\n')}\n`
}

/** Returns a session on a device that answers as recorded, with the given faults. */
export function openDevice(
  device: DocumentDevice,
  faults: Partial<ShellFaults> = {},
  seen: (line: string) => void = () => undefined,
): Session {
  const { prompt } = device
  if (prompt === undefined) {
    const { split } = faults
    return openReplay(withAnswers(device), { refusal: device.refusal, onSent: seen, ...(split && { split }) })
  }
  const behaviour = noFaults(faults)
  const serve = (wire: ShellWire) => shellDevice(modelOf(device, prompt), behaviour, wire, seen)
  return {
    ...openReplay({ greeting: Buffer.alloc(0), exchanges: [] }),
    facts: replayFacts,
    shell() {
      const queue = byteQueue()
      const shell = serve({ write: queue.push, hangUp: queue.end })
      const close = () => {
        shell.stop()
        queue.end()
      }
      return Promise.resolve({
        [Symbol.asyncIterator]: queue.read,
        write: (data: Buffer | string) => shell.take(Buffer.from(data as string, 'latin1')),
        end: close,
        destroy: close,
      })
    },
  }
}

/** Returns the command line of a device as a model. */
export function modelOf(device: DocumentDevice, prompt: string): ShellModel {
  let isPaged = device.pager !== undefined
  const steps = [...(device.login ?? [])]
  return {
    prompt: () => prompt,
    obey(command) {
      if (/^(?:\/?quit|exit|logout)$/.test(command)) return { hangsUp: true }
      if (isPagerCommand(command)) {
        isPaged = false
        return ''
      }
      const isKnown = command in { ...device.answers, ...device.replies }
      const refusal = `${device.refusal}\n`
      const menu = device.menus?.[command]
      const answer = isKnown ? { pages: textOf(device, command) } : refusal
      return menu
        ? { asks: menu.shows, shown: true, then: (typed) => (typed === menu.answer ? answer : refusal) }
        : answer
    },
    ...(steps.length > 0 && {
      greeting: () => ({ text: `${steps[0]!.shows}`, waitsFor: steps[0]!.typed.length > 1 ? 'line' : steps[0]!.typed }),
    }),
    pager: {
      lines: () => (isPaged ? 20 : null),
      mark: device.pager ?? '',
      wipe: () => `\r${' '.repeat((device.pager ?? '').length)}\r`,
    },
  }
}

const pagerCommands = [
  'length 0',
  'pager 0',
  'pager off',
  'no page',
  'no paging',
  'page-display',
  'page OFF',
  'screen-length',
  'more false',
  'more disable',
  'more off',
  'no more',
  'rows 0',
  'datadump',
  'clipaging',
  'cli-paging',
]

/** Whether a command of a document turns the pager off. */
export function isPagerCommand(command: string): boolean {
  return pagerCommands.some((part) => command.includes(part))
}

function recordingOf({ platform, session, greeting, log, recordedAs = {} }: DocumentDevice): Recording {
  if (session === undefined) return { greeting: Buffer.alloc(0), exchanges: [] }
  const read = readRecording(`documents/${platform}/${session}`)
  const exchanges = read.exchanges.map(({ sent, received }) => ({
    sent: recordedAs[sent] ?? sent,
    received: log === undefined ? received : withoutLog(received, log),
  }))
  const recorded = { ...read, exchanges }
  return greeting === undefined ? recorded : { ...recorded, greeting: Buffer.from(greeting, 'latin1') }
}

function withoutLog(output: Buffer, pattern: string): Buffer {
  const lines = new RegExp(`\\r\\n${pattern}[^\\n]*\\n?(?:\\r\\n)?`, 'g')
  return Buffer.from(output.toString('latin1').replace(lines, ''), 'latin1')
}

function withAnswers(device: DocumentDevice): Recording {
  const { greeting, exchanges } = recordingOf(device)
  const texts = Object.keys({ ...device.answers, ...device.replies }).map((sent) => ({
    sent,
    received: Buffer.from(textOf(device, sent), 'latin1'),
  }))
  const leave = ['exit', 'quit', 'logout', '/quit'].map((sent) => ({ sent, received: Buffer.alloc(0) }))
  return {
    greeting,
    exchanges: [...leave, ...texts, ...exchanges.filter(({ sent }) => sent.trim() !== '' || sent === ' ')],
  }
}

/** Removes what a terminal does not show: escape sequences and carriage returns. */
function plain(output: string): string {
  const escape = String.fromCharCode(27)
  return output
    .replace(new RegExp(`${escape}(?:\\[[0-?]*[ -/]*[@-~]|[=>])`, 'g'), '')
    .replace(/\r+\n/g, '\n')
    .replace(/\n\r/g, '\n')
}
