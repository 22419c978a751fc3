import { isEndMark } from '../../agent/collect/cli/end-mark.ts'

/** Faults that every device with a command line can have. */
export type ShellFaults = ReturnType<typeof plainShell>

/** Returns a device without faults. */
export function noFaults(changes: Partial<ShellFaults> = {}): ShellFaults {
  return { ...plainShell(), ...changes }
}

function plainShell() {
  return {
    /** Delay of every answer, including the greeting. */
    latencyMs: 0,
    /** Shown before the first prompt, line ends `\n`. */
    banner: '',
    /** Custom answers by command, for example refusals. */
    answers: {} as Record<string, string>,
    echo: 'plain' as 'plain' | 'wrapped' | 'scrolled' | 'redrawn' | 'none',
    /** A log line in the middle of the answer to this command, this many times; at 'prompt', behind the prompt. */
    syslogLine: null as { command: string; times: number; at: 'middle' | 'prompt' } | null,
    /** Cuts the answer to this command after this many bytes, and then does `then`. */
    cut: null as { command: string; bytes: number; then: 'hang up' | 'prompt' | 'silence' } | null,
    /** Closes the connection when the line with this number arrives (1 is the newline that confirms the prompt). */
    hangUpAtLine: null as number | null,
    /** Sends nothing from the line with this number on; 0: no greeting either. */
    silentFromLine: null as number | null,
    /** Ignores the first newline, like a login that flushes its input. */
    swallowFirstNewline: false,
    split: (said: Buffer) => [said],
  }
}

/** A device's reply to a line: the text between echo and prompt, or another kind of reply. */
export type Said =
  | string
  /** A question instead of the prompt. `shown`: input is echoed. */
  | { asks: string; shown?: boolean; then: (line: string) => Said }
  /** Text that is paged while the pager is on. */
  | { pages: string }
  | { hangsUp: true }

/**
 * A simulated command line: one small file per platform. Line ends are `\n` and become `\r\n`, except for `\r\r\n`. The
 * model holds its own state (mode, rights, input).
 */
export interface ShellModel {
  prompt(): string
  obey(command: string): Said
  /** Shown before the first prompt. With `waitsFor`, only that key shows the prompt; 'line' is any line. */
  greeting?(): { text: string; waitsFor?: string }
  /** Wraps an answer, including one of `answers`. */
  frame?(answer: string): string
  pager?: {
    /** Null while the pager is off. */
    lines(): number | null
    mark: string
    /** The text that replaces the mark after a key press. */
    wipe(): string
  }
  /** The answer to a line that is a comment on other platforms; default: none. */
  unknownComment?(line: string): string
  /** The end of an echo; default: `\r\n`. */
  echoEnd?: string
  /** Overrides the echo of this command. */
  echoOf?(command: string): string | undefined
  /** A log line as it interrupts sessions. */
  logLine?: string
}

/** Receives the output of a simulated device. */
export interface ShellWire {
  write(data: Buffer): void
  hangUp(): void
}

/** One session on a device, which reads bytes as they arrive. */
export interface ShellDevice {
  take(data: Buffer): void
  stop(): void
}

/** One session of a device. `seen` is called with each typed line and each awaited key, including secrets. */
export function shellDevice(
  model: ShellModel,
  faults: ShellFaults,
  out: ShellWire,
  seen: (line: string) => void,
): ShellDevice {
  const f = faults
  const timers = new Set<NodeJS.Timeout>()
  const { text: greeting, waitsFor } = model.greeting?.() ?? { text: '\n' }
  let isWaiting = waitsFor !== undefined
  let question: Extract<Said, { asks: string }> | undefined
  let intrusions = f.syslogLine?.times ?? 0
  let typed = ''
  let pages: string[] = []
  let lines = 0
  let over = false

  function later(act: () => void) {
    if (f.latencyMs === 0) return act()
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!over) act()
    }, f.latencyMs)
    timers.add(timer)
  }

  function say(text: string) {
    for (const part of f.split(Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1'))) out.write(part)
  }

  function hangUp() {
    over = true
    out.hangUp()
  }

  function awake() {
    isWaiting = false
    later(() => say(`\n${model.prompt()}`))
  }

  function line(text: string) {
    seen(text)
    if (isEndMark(text) && !question && !isWaiting) return mark(text)
    lines++
    if (f.hangUpAtLine === lines) return hangUp()
    if (f.silentFromLine !== null && lines >= f.silentFromLine) return
    if (isWaiting) return waitsFor === 'line' ? awake() : undefined
    if (question) {
      const { then, shown } = question
      return later(() => answer(then(text), shown ? `${text}\n` : '\n', text))
    }
    if (text === '') {
      if (f.swallowFirstNewline && lines === 1) return
      return later(() => say(`\n${model.prompt()}`))
    }
    later(() => {
      const echo = model.echoOf?.(text) ?? echoOf(text)
      const command = text.trimStart() // a blank may have been intended for a pager
      answer(f.answers[command] ?? model.obey(command), echo, command)
    })
  }

  /** Handles an end mark, which is not counted as a line: where marks are typed depends on the prompt detection. */
  function mark(text: string) {
    if (f.silentFromLine !== null && lines >= f.silentFromLine) return
    const echo =
      f.echo === 'none' ? '\n' : `${f.echo === 'redrawn' ? `${text}${'\b'.repeat(text.length)}` : ''}${text}\n`
    later(() => say(`${echo}${model.unknownComment?.(text) ?? ''}${model.prompt()}`))
  }

  function answer(said: Said, echo: string, command: string) {
    question = undefined
    if (typeof said === 'object' && 'hangsUp' in said) {
      say(echo)
      return hangUp()
    }
    if (typeof said === 'object' && 'asks' in said) {
      question = said
      return say(`${echo}${said.asks}`)
    }
    let text = typeof said === 'string' ? said : said.pages
    const intrudes = (at: 'middle' | 'prompt') =>
      f.syslogLine?.command === command && f.syslogLine.at === at && intrusions-- > 0
    if (intrudes('middle')) text = intruded(text, model.logLine ?? '')
    const body = model.frame?.(text) ?? (text === '' || text.endsWith('\n') ? text : `${text}\n`)
    if (f.cut?.command === command) return cutAt(`${echo}${body}`, echo.length + f.cut.bytes, f.cut.then)
    const trailer = intrudes('prompt') ? `\n${model.logLine ?? ''}\n` : ''
    if (typeof said === 'object' || f.answers[command] !== undefined) {
      const size = model.pager?.lines() ?? null
      if (size !== null) return page(`${echo}${body}`, `${model.prompt()}${trailer}`, size)
    }
    say(`${echo}${body}${model.prompt()}${trailer}`)
  }

  function page(text: string, last: string, size: number) {
    const all = text.split('\n')
    pages = []
    for (let from = 0; from < all.length; from += size) pages.push(all.slice(from, from + size).join('\n'))
    pages.push(`${pages.pop() ?? ''}${last}`)
    const first = pages.shift() ?? ''
    say(pages.length > 0 ? `${first}\n${model.pager?.mark ?? ''}` : first)
  }

  function nextPage() {
    const next = pages.shift() ?? ''
    const wipe = model.pager?.wipe() ?? ''
    say(pages.length > 0 ? `${wipe}${next}\n${model.pager?.mark ?? ''}` : `${wipe}${next}`)
  }

  function cutAt(text: string, bytes: number, then: 'hang up' | 'prompt' | 'silence') {
    say(text.slice(0, bytes))
    if (then === 'hang up') hangUp()
    if (then === 'prompt') say(`\n${model.prompt()}`)
  }

  function echoOf(command: string): string {
    const end = model.echoEnd ?? '\n'
    if (f.echo === 'none') return '\n'
    const half = Math.ceil(command.length / 2)
    if (f.echo === 'wrapped') return `${command.slice(0, half)}\r\n${command.slice(half)}${end}`
    if (f.echo === 'redrawn') return `${command.slice(0, half)}${'\b'.repeat(half)}${command}${end}`
    if (f.echo === 'scrolled')
      return `${command}${'\b'.repeat(command.length)}$${command.slice(5)}${' '.repeat(4)}\b\b\b\b${end}`
    return `${command}${end}`
  }

  later(() => {
    if (f.silentFromLine === 0) return
    say(`${f.banner}${greeting}${isWaiting ? '' : model.prompt()}`)
  })

  return {
    take(data) {
      if (over) return
      for (const character of data.toString('latin1')) {
        if (isWaiting && waitsFor !== 'line') {
          if (character !== waitsFor) continue
          seen(character)
          awake()
          continue
        }
        if (pages.length > 0) {
          if (character === ' ') later(nextPage)
          continue
        }
        if (character !== '\r' && character !== '\n') typed += character
        else {
          const text = typed
          typed = ''
          line(text)
          if (over) return
        }
      }
    },
    stop() {
      over = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function intruded(answer: string, logLine: string): string {
  const lines = answer.split('\n')
  lines.splice(Math.floor(lines.length / 2), 0, logLine)
  return lines.join('\n')
}
