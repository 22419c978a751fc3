import { createHash } from 'node:crypto'
import { asConf, asSet, asXml, parseJunos, wholeView, type JunosView } from './junos-text.ts'

/** The current time, and timers. */
export interface JunosClock {
  now(): Date
  /** @returns a function that cancels the event */
  after(ms: number, event: () => void): () => void
}

/** A configuration that was active. */
interface JunosCommit {
  text: string
  at: Date
  user: string
  /** Automatic rollbacks are not `cli`. */
  via: 'cli' | 'other'
  comment: string
}

export type JunosDevice = ReturnType<typeof createJunosDevice>

/** A user in the configuration mode. Each action returns the device's message. */
export type JunosEditor = JunosDevice['editors'][number]

interface JunosDeviceOptions {
  text: string
  clock?: JunosClock
  user?: string
  /** Returns the message of `commit check` for an invalid text; undefined for a valid one. */
  objection?: (text: string) => string | undefined
  /** Whether an automatic rollback leaves no entry in the history. The behaviour of real devices is not documented. */
  goesBackInSilence?: boolean
}

const machineClock: JunosClock = {
  now: () => new Date(),
  after(ms, event) {
    const timer = setTimeout(event, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The number that a device stores. */
const keptCommits = 50

/**
 * Returns the configuration database of a Junos device: the active configuration and earlier ones, a candidate that is
 * shared unless a user holds it exclusively, and the timer of a confirmed commit. Texts have braces and no first line.
 */
export function createJunosDevice(options: JunosDeviceOptions) {
  const { clock = machineClock, user: firstUser = 'root', objection = () => undefined } = options
  const first = canonical(options.text)
  const commits: JunosCommit[] = [{ text: first, at: clock.now(), user: firstUser, via: 'cli', comment: '' }]
  const editors: ReturnType<typeof createEditor>[] = []
  const files = new Map<string, Buffer>()
  const listeners: (() => void)[] = []
  let candidate = first
  let pending: { at: Date; forget: () => void } | undefined

  const active = () => commits[0]?.text ?? ''
  const hostname = () => /^ {4}host-name (\S+);/m.exec(active())?.[1]?.replaceAll('"', '') ?? 'Amnesiac'

  function activate(text: string, user: string, comment: string, via: JunosCommit['via'] = 'cli') {
    commits.unshift({ text, at: clock.now(), user, via, comment })
    commits.splice(keptCommits)
    for (const listener of listeners) listener()
  }

  function settle() {
    pending?.forget()
    pending = undefined
  }

  function goBack() {
    settle()
    const before = commits[1]?.text ?? active()
    candidate = before
    if (options.goesBackInSilence === true && commits[0]) commits[0].text = before
    else activate(before, 'root', 'commit confirmed, rolled back', 'other')
  }

  /**
   * Enters the configuration mode.
   * @returns the device's message if it refuses
   */
  function edit(user: string, exclusive: boolean): { editor: (typeof editors)[number] } | { refused: string } {
    const owner = editors.find(({ isExclusive }) => isExclusive)
    if (owner || (exclusive && editors.length > 0)) {
      const holder = owner ?? editors[0]
      const state = owner ? '      exclusive [edit]' : '      [edit]'
      const who = `  ${holder?.user} terminal p0 (pid 4681) on since ${stamp(clock.now())}, idle 00:01:12`
      return { refused: `error: configuration database locked by:\n${who}\n${state}\n` }
    }
    if (exclusive && candidate !== active()) return { refused: 'error: configuration database modified\n' }
    const editor = createEditor(user, exclusive)
    editors.push(editor)
    return { editor }
  }

  function createEditor(user: string, isExclusive: boolean) {
    const check = () => {
      const { error } = parseJunos(candidate)
      const wrong = error ? 'syntax error' : objection(candidate)
      if (wrong === undefined) return { isGood: true, words: 'configuration check succeeds\n' }
      return { isGood: false, words: `[edit]\n  ${wrong}\nerror: configuration check-out failed\n` }
    }
    const editor = {
      user,
      isExclusive,
      /** Whether there are uncommitted changes. */
      get hasChanges() {
        return candidate !== active()
      },
      load(text: string, name: string) {
        const { statements, error } = parseJunos(text)
        if (error) {
          const where = `${name}:${error.line}:(${error.column}) syntax error: ${error.near}`
          return {
            isLoaded: false,
            words: `${where}\n  [edit]\n    '${error.near}'\n      syntax error\nload complete (1 errors)\n`,
          }
        }
        candidate = asConf(statements, wholeView)
        return { isLoaded: true, words: 'load complete\n' }
      },
      compare: () => compared(active(), candidate),
      check,
      commit({ confirmedMinutes, comment = '' }: { confirmedMinutes?: number; comment?: string } = {}) {
        const checked = check()
        if (!checked.isGood)
          return {
            isDone: false,
            words: checked.words.replace('check-out failed', 'check-out failed\nerror: commit failed'),
          }
        if (confirmedMinutes === undefined) {
          const isConfirmation = pending !== undefined && candidate === active()
          settle()
          if (!isConfirmation) activate(candidate, user, comment)
          return { isDone: true, words: 'commit complete\n' }
        }
        if (pending) return { isDone: false, words: 'error: another commit is pending\nerror: commit failed\n' }
        const windowMs = confirmedMinutes * 60_000
        pending = { at: new Date(clock.now().getTime() + windowMs), forget: clock.after(windowMs, goBack) }
        activate(candidate, user, comment)
        const words = `commit confirmed will be automatically rolled back in ${confirmedMinutes} minutes unless confirmed`
        return { isDone: true, words: `${words}\ncommit complete\n` }
      },
      rollback(number: number) {
        const entry = commits[number]
        if (!entry) return `error: could not open configuration file /config/juniper.conf.${number}.gz\n`
        candidate = entry.text
        return 'load complete\n'
      },
      /** Leaves the mode, or loses the session. An exclusive candidate is discarded. */
      leave(): void {
        const at = editors.findIndex((one) => one === editor)
        if (at === -1) return
        editors.splice(at, 1)
        if (isExclusive) candidate = active()
      },
    }
    return editor
  }

  return {
    now: () => clock.now(),
    /** Newest first; `rollback n` is entry n. */
    commits,
    /** Users in the configuration mode. */
    editors,
    /** Uploaded files by path. */
    files,
    get active() {
      return active()
    },
    /** Includes uncommitted edits. */
    get candidate() {
      return candidate
    },
    get hostname() {
      return hostname()
    },
    /** Time of the automatic rollback; undefined without a pending commit. */
    get rollbackAt() {
      return pending?.at
    },
    /** Calls `listener` whenever another configuration becomes active. */
    onActive: (listener: () => void) => void listeners.push(listener),
    edit,
    /** Adds uncommitted edits of a closed session to the shared candidate. */
    leaveUncommitted: (text: string) => void (candidate = canonical(text)),
    show(form: 'conf' | 'set' | 'xml', view: JunosView = wholeView, of: 'active' | 'candidate' = 'active'): string {
      const { statements } = parseJunos(of === 'active' ? active() : candidate)
      const { at, user } = commits[0] ?? { at: clock.now(), user: firstUser }
      if (form === 'set') return asSet(statements, view)
      if (form === 'conf') return `## Last commit: ${stamp(at)} by ${user}\n${asConf(statements, view)}`
      const facts = `junos:commit-seconds="${Math.floor(at.getTime() / 1000)}" junos:commit-localtime="${stamp(at)}"`
      return `<configuration ${facts} junos:commit-user="${user}">\n${asXml(statements, view, 1)}</configuration>\n`
    },
    checksum(path: string, algorithm: 'sha256' | 'md5') {
      const bytes = files.get(path)
      return bytes && createHash(algorithm).update(bytes).digest('hex')
    },
  }
}

/** `2024-12-06 11:41:05 UTC` */
export function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** @throws Error for a text that cannot be a device's configuration */
function canonical(text: string): string {
  const { statements, error } = parseJunos(text)
  if (error) throw new Error(`line ${error.line}: ${error.near}`)
  return asConf(statements, wholeView)
}

/** The output of `show | compare`, a leaf a line; empty without differences. */
function compared(before: string, after: string): string {
  const lines = (text: string) =>
    asSet(parseJunos(text).statements, wholeView)
      .split('\n')
      .filter((line) => line !== '')
  const [old, present] = [new Set(lines(before)), new Set(lines(after))]
  const changes = [
    ...[...old].filter((line) => !present.has(line)).map((line) => ({ mark: '-', line })),
    ...[...present].filter((line) => !old.has(line)).map((line) => ({ mark: '+', line })),
  ]
  const sections = Map.groupBy(changes, ({ line }) => line.split(' ')[1] ?? '')
  return [...sections]
    .map(([section, list]) => {
      const shown = list.map(({ mark, line }) => `${mark}  ${line.split(' ').slice(2).join(' ')};\n`)
      return `[edit ${section}]\n${shown.join('')}`
    })
    .join('')
}
