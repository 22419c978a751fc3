import { formatApiPath } from '../../../shared/repository/api-path.ts'
import { mapTexts } from '../../../shared/messages/map-texts.ts'
import { message } from '../../../shared/messages/message.ts'
import type { CaptureWarning } from '../../../shared/platforms/requests.ts'
import type { RunLog, RunLogMessage, TreeWarning } from '../captured.ts'
import { readComplaint, type Complaint } from './rsync-errors.ts'

/** Warnings about single paths of a tree, and other messages of the server. */
export interface TreeRemarks {
  /** Takes a line of the server, in-band or from its stderr. */
  addLine(line: string): void
  /** The last warning, if it is about this path. */
  lastAbout(path: Buffer): Complaint | undefined
  /** A warning about a folder that could not be read or a path that could not be examined. */
  unreadable(path: Buffer): Complaint | undefined
  /** @param describe returns the warning about the path, as the API writes it */
  add(path: Buffer, problem: Exclude<TreeWarning['problem'], 'note'>, describe: (path: string) => CaptureWarning): void
  note(warning: CaptureWarning): void
  readonly warnings: TreeWarning[]
  readonly count: number
}

/** Number of warnings stored individually. Beyond it, the warnings share a cause. */
const warningLimit = 10_000
const logLimit = 200

/** All memory use is bounded: a server may report an error for each of millions of files. */
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
      warnings.push({ problem: 'note', message: message('warning_tree_limit', { limit: warningLimit }) })
    }
    write(warning.message)
  }

  const add: TreeRemarks['add'] = (name, problem, describe) => {
    const path = apiPath(name)
    keep({ path, problem, message: mapTexts(describe(`/${path}`), printable) })
  }

  function write(line: RunLogMessage): void {
    logged += 1
    if (logged <= logLimit) log('warn', line)
    if (logged === logLimit) log('warn', message('log_tree_warnings_dropped', { warnings: logLimit }))
  }

  return {
    warnings,
    get count() {
      return count
    },
    addLine(lines) {
      const text = lines.trimEnd()
      const warning = readComplaint(text)
      if (!warning) {
        if (text !== '' && !isSummary(text)) write(message('log_server_output', { line: printable(text) }))
        return
      }
      last = warning
      const key = warning.path.toString('latin1')
      if (isAboutListing(warning) && !folders.has(key) && folders.size < warningLimit) {
        folders.set(key, warning)
        if (/No such file/.test(warning.reason)) add(warning.path, 'vanished', pathVanished)
        else add(warning.path, 'unreadable', pathUnreadable(warning.reason))
      }
    },
    lastAbout: (path) => (last?.path.equals(path) ? last : undefined),
    unreadable: (path) => folders.get(path.toString('latin1')),
    add,
    note(warning) {
      keep({ problem: 'note', message: mapTexts(warning, printable) })
    },
  }
}

/** Describes a path that was listed and then removed. */
export function pathVanished(path: string): CaptureWarning {
  return message('warning_tree_vanished', { path })
}

/** Describes paths that cannot be read. @param seen the error of the server */
export function pathUnreadable(seen: string): (path: string) => CaptureWarning {
  return (path) => message('warning_tree_unreadable', { path, seen })
}

/** Returns a path for users and the API: without the leading slash of rsync. */
function apiPath(path: Buffer): string {
  return formatApiPath(path[0] === 0x2f ? path.subarray(1) : path)
}

/** Whether an error occurred while the list was created. Errors about transferred files are attributed to the file. */
function isAboutListing({ about }: Complaint): boolean {
  return about !== 'vanished' && !about.startsWith('send_files') && !about.startsWith('read errors')
}

/** Whether a line is the summary that rsync prints last after errors. */
function isSummary(text: string): boolean {
  return /^rsync (?:error: some files|warning: some files vanished)/.test(text)
}

/** Cuts to 500 characters and makes control characters visible: a device's output cannot forge log lines. */
function printable(text: string): string {
  const shown = text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return shown.length > 500 ? `${shown.slice(0, 500)}…` : shown
}
