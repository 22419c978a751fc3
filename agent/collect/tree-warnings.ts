import { formatApiPath } from '../../shared/repository/api-path.ts'
import type { RunLog, TreeWarning } from './captured.ts'
import { readComplaint, type Complaint } from './rsync-errors.ts'

/** What went wrong with single paths of a tree, and what the server said beside. */
export interface TreeRemarks {
  /** A line that the server wrote, in-band or on its stderr. */
  heard(line: string): void
  /** The last warning, when it is about this path. */
  lastAbout(path: Buffer): Complaint | undefined
  /** A warning about a folder that could not be read, or a path that could not be looked at. */
  unreadable(path: Buffer): Complaint | undefined
  add(path: Buffer, problem: Exclude<TreeWarning['problem'], 'note'>, message: string): void
  note(message: string): void
  readonly warnings: TreeWarning[]
  readonly count: number
}

/** Warnings that are kept one by one; a server with more has one cause for all of them. */
const warningLimit = 10_000
const logLimit = 200

/** Everything is bounded: a server may complain about each of millions of files. */
export function createTreeRemarks(log: RunLog): TreeRemarks {
  const warnings: TreeWarning[] = []
  const folders = new Map<string, Complaint>()
  let last: Complaint | undefined
  let count = 0
  let logged = 0

  function keep(warning: TreeWarning): void {
    count += 1
    if (warnings.length < warningLimit) warnings.push(warning)
    else if (warnings.length === warningLimit) {
      warnings.push({ problem: 'note', message: `more than ${warningLimit} warnings: the others are not listed` })
    }
    say(warning.path === undefined ? warning.message : `${warning.path}: ${warning.problem}: ${warning.message}`)
  }

  function say(text: string): void {
    logged += 1
    if (logged <= logLimit) log('warn', printable(text))
    if (logged === logLimit) log('warn', `more than ${logLimit} warnings: the others are with the result only`)
  }

  return {
    warnings,
    get count() {
      return count
    },
    heard(lines) {
      const text = lines.trimEnd()
      const warning = readComplaint(text)
      if (!warning) {
        if (text !== '' && !isSummary(text)) say(`the server says: ${text}`)
        return
      }
      last = warning
      const key = warning.path.toString('latin1')
      if (isAboutListing(warning) && !folders.has(key) && folders.size < warningLimit) {
        folders.set(key, warning)
        const problem = /No such file/.test(warning.reason) ? 'vanished' : 'unreadable'
        keep({ path: apiPath(warning.path), problem, message: warning.reason })
      }
    },
    lastAbout: (path) => (last?.path.equals(path) ? last : undefined),
    unreadable: (path) => folders.get(path.toString('latin1')),
    add: (path, problem, message) => keep({ path: apiPath(path), problem, message }),
    note: (message) => keep({ problem: 'note', message }),
  }
}

/** Path of a tree for people and the API: without the leading slash that rsync gives it. */
function apiPath(path: Buffer): string {
  return formatApiPath(path[0] === 0x2f ? path.subarray(1) : path)
}

/** Complaints about files that are sent are tied to the file; these come while the list is made. */
function isAboutListing({ about }: Complaint): boolean {
  return about !== 'vanished' && !about.startsWith('send_files') && !about.startsWith('read errors')
}

/** The last line of every rsync that had something to complain about. */
function isSummary(text: string): boolean {
  return /^rsync (?:error: some files|warning: some files vanished)/.test(text)
}

/** At most 500 characters, control characters shown: a device's words cannot forge log lines. */
function printable(text: string): string {
  const shown = text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return shown.length > 500 ? `${shown.slice(0, 500)}…` : shown
}
