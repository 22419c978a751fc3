import { type MessageOf, message } from '../../messages/message.ts'
import { displayVerbs, exactCommands, shellFamilies, type VerbFamily } from './display-verbs.ts'
import { namesFileOrServer } from './file-arguments.ts'

/**
 * Commands that a document may send. Everything here is fixed in the product: a document adds display verbs at most.
 * The compiler and the agent both apply these rules.
 */

/** Commands that change only how the current session shows text. */
const sessionCommands: ReadonlySet<string> = new Set([
  'config paging disable',
  'configure terminal length 0',
  'disable clipaging session',
  'environment cli-engine type basic',
  'environment complete-on-space false',
  'environment inhibit-alarms',
  'environment mode batch',
  'environment more false',
  'environment no more',
  'environment print no-more',
  'exit all',
  'no cli pager session',
  'no cli-paging',
  'no page',
  'no paging',
  'paginate false',
  'screen-length 0 temporary',
  'screen-length disable',
  'screen-width 512',
  'scroll',
  'set cli complete-on-space off',
  'set cli config-output-format set',
  'set cli mode -page OFF',
  'set cli pager off',
  'set cli screen-length 0',
  'set cli screen-width 0',
  'set cli screen-width 511',
  'set cli scripting-mode on',
  'set clienv rows 0',
  'set complete-on-space false',
  'set length 0',
  'set paginate false',
  'set screen width 512',
  'set session more off',
  'set terminal length 0',
  'set terminal width 0',
  'skip-page-display',
  'stty cols 100000',
  'system shell session set more off',
  'term len 0',
  'term length 0',
  'term width 300',
  'term width 511',
  'term width 512',
  'term width 32767',
  'terminal datadump',
  'terminal exec prompt no-timestamp',
  'terminal length 0',
  'terminal length 999',
  'terminal more disable',
  'terminal no monitor',
  'terminal page-break disable',
  'terminal pager 0',
  'terminal width 0',
  'terminal width 132',
  'terminal width 511',
  'terminal width 512',
  'undo smart',
])

/** Verbs that change something, or start another program or session. Their abbreviations are denied too. */
const deniedVerbs: readonly string[] = [
  ...['activate', 'add', 'admin', 'apply', 'archive', 'bash', 'batch', 'boot', 'candidate', 'chmod', 'chown', 'clear'],
  ...['commit', 'config', 'configure', 'copy', 'cp', 'crypto', 'curl', 'dd', 'debug', 'delete', 'diagnose', 'disable'],
  ...['discard', 'do', 'edit', 'enable', 'erase', 'eval', 'exec', 'execute', 'factory-reset', 'format', 'ftp', 'halt'],
  ...['import', 'initialize', 'install', 'kill', 'license', 'load', 'mkdir', 'mkfs', 'move', 'mv', 'no', 'node'],
  ...['perl', 'ping', 'poweroff', 'private', 'purge', 'python', 'reboot', 'reload', 'remove', 'rename', 'replace'],
  ...['request', 'reset', 'restart', 'restore', 'rm', 'rmdir', 'rollback', 'ruby', 'run', 'save', 'scp', 'set', 'sftp'],
  ...['sh', 'shell', 'shutdown', 'ssh', 'start', 'stop', 'su', 'sudo', 'switchover', 'system-view', 'tclsh', 'telnet'],
  ...[
    'test',
    'tftp',
    'traceroute',
    'undebug',
    'undo',
    'unset',
    'update',
    'upgrade',
    'wget',
    'write',
    'xargs',
    'zeroize',
  ],
]

/** Filters of command lines that are no shell: no word of them names a program. */
const filters: ReadonlySet<string> = new Set(
  (
    'all begin count details display except exclude find full full-context grep head include json match more no-more ' +
    'nomore section xml'
  ).split(' '),
)

/** In a shell, the word after `|` is a program: only these, with options that write and start nothing. */
const shellFilter = /^(?:grep(?: -[EFchinvwx]+)*|head(?: -n \d+)?|no-more)(?: [\w.:^'"/][\w.:^'"/ ]*)?$/

/** Filters of Junos that no shell has as a program; VyOS and EdgeOS, which share the family, run one. */
const junosFilter = /^(?:count|display (?:inheritance|json|omit|set|xml)|(?:except|match) [\w.:^-]+)$/

/** The filter of SR Linux that chooses a format. */
const formatFilter = /^as (?:json|table|text|xml|yaml)$/

/** Characters with which shells start other commands, write files or substitute values, and those of help. */
const otherCommands = /[;&<>`$\\?!{}\t]/

/** Words after which a device expects a secret, or that mark a place for one. */
const secretWord = /\b(?:pass(?:word|wd|phrase)|secret|token|community|key)\b\s+\S/i

/** What a platform may send, besides its answers to the login and the logout. */
export interface ReadOnlyRules {
  family: VerbFamily
  /** Display verbs that an administrator added. */
  allow: readonly string[]
  /** The command that requests all rights. */
  enable?: string
}

export type CommandErrorCode =
  | 'command_changes_device'
  | 'command_not_display'
  | 'command_starts_others'
  | 'command_contains_secret'
  | 'command_names_file'
  | 'command_reads_other_files'

/** Returns why a command may not be sent; undefined if it only shows something. */
export function whyNotReadOnly(command: string, rules: ReadOnlyRules): MessageOf<CommandErrorCode> | undefined {
  if (sessionCommands.has(command) || (rules.enable !== undefined && command === rules.enable)) return undefined
  return whyNotDisplay(command, rules)
}

/** As `whyNotReadOnly`, without the commands that change the session. */
export function whyNotDisplay(command: string, rules: ReadOnlyRules): MessageOf<CommandErrorCode> | undefined {
  if (!/^[ -~]+$/.test(command) || command !== command.trim() || otherCommands.test(command))
    return message('command_starts_others', { command })
  if (secretWord.test(command)) return message('command_contains_secret')
  const [first = '', ...piped] = command.split('|').map((part) => part.trim())
  const foreign = piped.find((part) => !isFilter(part, rules.family))
  if (foreign !== undefined) return message('command_starts_others', { command })
  const verbs: readonly string[] = displayVerbs[rules.family]
  const exact = exactCommands[rules.family] ?? []
  if (exact.includes(first)) return undefined
  if ([...verbs, ...rules.allow].some((verb) => beginsWith(first, verb)))
    return namesFileOrServer(first) ? message('command_names_file') : undefined
  const [verb = ''] = first.toLowerCase().split(' ')
  if (isDeniedVerb(verb)) return message('command_changes_device', { command, verb })
  return message('command_not_display', { command, verbs: [...verbs, ...exact] })
}

/** Whether a verb, or what it abbreviates, changes something. No document may add it. */
export function isDeniedVerb(verb: string): boolean {
  const word = verb.toLowerCase().replace(/^\//, '')
  return word === '' || deniedVerbs.some((denied) => denied.startsWith(word))
}

/** Whether a command that requests rights is one of the few that are known. */
export function isEnableCommand(command: string): boolean {
  return /^(?:enable|super)(?: \d{1,2})?$/.test(command)
}

/** Ctrl-D. */
const endOfInput = '\u0004'

/** Whether a command ends a session. */
export function isLogout(command: string): boolean {
  return command === endOfInput || /^(?:\/?quit|exit|logout|logoff|end|bye|q)$/.test(command)
}

/** Whether a text answers the question of a device whether to leave, or whether to save before. */
export function isLogoutAnswer(text: string): boolean {
  return /^(?:y|yes|n|no)$/i.test(text)
}

/** Whether a program opens the command line of a device from its system shell, and does nothing else. */
export function opensCommandLine(command: string): boolean {
  return /^(?:cli|cmlsh|sonic-cli|vtysh)$/.test(command)
}

function isFilter(part: string, family: VerbFamily): boolean {
  if (family === 'junos' && junosFilter.test(part)) return true
  if (shellFamilies.has(family)) return shellFilter.test(part)
  return filters.has(part.split(' ')[0] ?? '') || (family === 'sros' && formatFilter.test(part))
}

function beginsWith(command: string, verb: string): boolean {
  return command === verb || command.startsWith(`${verb} `)
}
