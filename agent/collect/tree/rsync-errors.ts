import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { AdviceMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'

/** An error of rsync about one path, as bytes. */
export interface Complaint {
  path: Buffer
  /** what was attempted: `opendir`, `send_files`, `link_stat`, ... or `vanished` */
  about: string
  /** the system's error text, for example `Permission denied` */
  reason: string
}

/** Parses one line of a sending rsync; undefined for a line without a path. The texts are those of rsync 3. */
export function readComplaint(line: string): Complaint | undefined {
  const vanished = /^file has vanished: "(.*)"$/s.exec(line)
  if (vanished) return { path: pathBytes(vanished[1] as string), about: 'vanished', reason: 'it has vanished' }
  const failed =
    /^rsync: (?:\[sender\] )?([\w ]+?)\(?(?: failed to open| mapping)? ?"(.*)"\)?(?: failed)?: (.+) \(\d+\)$/s
  const match = failed.exec(line)
  return match
    ? { about: match[1] as string, path: pathBytes(match[2] as string), reason: match[3] as string }
    : undefined
}

/** Decodes `\#351`, as rsync writes unprintable bytes. */
function pathBytes(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1')
  const plain = bytes.replace(/\\#([0-3][0-7]{2})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
  return Buffer.from(plain, 'latin1')
}

/** Whether a server stopped because it does not know one of the options. */
export function isUnknownOption(stderr: string): boolean {
  return /(?:unknown|unrecognized|invalid|illegal) option/i.test(stderr)
}

/**
 * Whether a server stopped because it was built without the requested checksum (checksum.c, parse_csum_name) or its
 * environment excludes it by RSYNC_CHECKSUM_LIST.
 */
export function isUnknownChecksum(stderr: string): boolean {
  return /unknown checksum name|--checksum-choice value .* was refused/i.test(stderr)
}

/**
 * Returns the failure of a server that ended before its greeting. Exit codes are ambiguous; the error texts distinguish
 * sudo, env, the shell and rsync. Those of sudo were recorded from sudo 1.9 and sudo-rs.
 */
export function startFailure(stderr: string, exit: { code: number | null; signal: string | null }, sudo: boolean) {
  const step = message('step_starting_rsync', { sudo: sudo ? 'yes' : 'no' })
  const expected = message('expected_rsync_greeting')
  const seen = complaintsIn(stderr) || endingText(exit)
  const known = [...(sudo ? sudoAnswers : []), ...rsyncAnswers].find(({ says }) => says.test(stderr))
  if (known) return new DeviceFailure(known.code, { step, expected, seen, advice: known.advice })
  if (exit.code === 127 || exit.code === 126) return new DeviceFailure('rsync_missing', { step, expected, seen })
  if (exit.code === null && exit.signal === null) return new DeviceFailure('connection_lost', { step, expected, seen })
  return new DeviceFailure('rsync_failed', { step, expected, seen })
}

/**
 * Returns the error lines of rsync, sudo and the shell, recognised by the name at their start. Counts the output of
 * other programs.
 */
export function complaintsIn(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const named = lines.filter((line) => complains.test(line))
  const others = lines.filter((line) => !complains.test(line))
  return [...named, ...(others.length > 0 ? [knownWords(others.join('\n'), [/Sorry, user|usage:/i])] : [])].join('\n')
}

const complains =
  /^(?:rsync(?: error| warning)?|(?:\/?[\w.-]+\/)*(?:env|sudo|bash|sh|dash|ksh|zsh|rsync|nice|ionice)|IO error|file has vanished|rsync: \[\w+\])(?:: |:$)|^(?:file has vanished|IO error)/

/** Describes how a command ended. */
export function endingText(exit: { code: number | null; signal: string | null }): string {
  if (exit.signal !== null) return `it was killed by ${exit.signal}`
  return exit.code === null ? 'the server cut the session' : `it ended with status ${exit.code}`
}

interface Answer {
  says: RegExp
  code: FailureCode
  advice?: AdviceMessage
}

const sudoersLine = 'backup ALL=(root) NOPASSWD: /usr/bin/rsync --server --sender *'

const sudoAnswers: Answer[] = [
  {
    says: /sudo: (?:a password is required|interactive authentication is required|a terminal is required)/,
    code: 'privilege_insufficient',
    advice: message('advice_sudo_password', { line: sudoersLine }),
  },
  {
    says: /sudo: sorry, you must have a tty to run sudo/,
    code: 'privilege_insufficient',
    advice: message('advice_sudo_terminal'),
  },
  {
    says: /Sorry, user .+ is not allowed to execute|not allowed to run sudo|is not in the sudoers file/,
    code: 'privilege_insufficient',
    advice: message('advice_sudoers', { line: sudoersLine }),
  },
  {
    says: /sudo: \S*rsync: command not found|sudo: unable to execute \S*rsync/,
    code: 'rsync_missing',
    advice: message('advice_rsync_path_sudo'),
  },
  {
    says: /sudo['’]?: (?:No such file or directory|(?:command )?not found)/,
    code: 'privilege_insufficient',
    advice: message('advice_sudo_absent'),
  },
  {
    says: /^sudo: /m,
    code: 'privilege_insufficient',
    advice: message('advice_sudo_refused', { line: sudoersLine }),
  },
]

const rsyncAnswers: Answer[] = [
  {
    says: /rsync['’]?: (?:No such file or directory|(?:command )?not found)/,
    code: 'rsync_missing',
    advice: message('advice_rsync_path'),
  },
  {
    says: /rsync['’]?: Permission denied/,
    code: 'privilege_insufficient',
    advice: message('advice_rsync_not_allowed'),
  },
  {
    says: /(?:unknown|unrecognized|invalid|illegal) option|^usage: .*rsync/im,
    code: 'rsync_too_old',
    advice: message('advice_rsync_3'),
  },
]
