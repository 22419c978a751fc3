import type { MessageOf } from '../messages/message.ts'
import { message } from '../messages/message.ts'
import { documentPattern } from './documents/document-pattern.ts'
import { readsNamedFilesOnly } from './documents/file-arguments.ts'
import { type CommandErrorCode, type ReadOnlyRules, whyNotDisplay } from './documents/read-only.ts'
import type { Platform, ShellArtifact, ShellDescription } from './platform.ts'

/** A further display command for a device. Its text is an artifact of its own, which no platform has. */
export interface ExtraCommand {
  /** Begins with `extra-`. */
  key: string
  command: string
  minLines: number
  /** A pattern of platform documents that a complete text contains; null without one. */
  contains: string | null
}

const prefix = 'extra-'

/** Longest silence and longest time for one text, in milliseconds. */
const limits = { idleMs: 60_000, totalMs: 120_000 }

/** Whether an artifact is the text of an extra command. No platform has such a key. */
export function isExtraKey(key: string): boolean {
  return key.startsWith(prefix)
}

/** Returns what extra commands of a platform may show; undefined if it has no command line for them. */
export function extraCommandRules({ ssh }: Platform): ReadOnlyRules | undefined {
  return ssh && 'prompt' in ssh ? displayRules(ssh) : undefined
}

/** Returns why a command may not be sent as an extra command; undefined if it only shows something. */
export function checkExtraCommand(command: string, rules: ReadOnlyRules): MessageOf<CommandErrorCode> | undefined {
  // A device without a terminal gets the command within quotes.
  if (/["']/.test(command)) return message('command_starts_others', { command })
  // Its argument is a passphrase.
  if (/^save_configuration\b/.test(command)) return message('command_contains_secret')
  const reason = whyNotDisplay(command, rules)
  if (reason || readsNamedFilesOnly(command, rules.family)) return reason
  return message('command_reads_other_files')
}

/** Returns the artifact of the platform that backups already read with this command; undefined without one. */
export function artifactReadWith(command: string, { ssh }: Platform): string | undefined {
  const artifacts = ssh && 'prompt' in ssh ? Object.entries(ssh.artifacts) : []
  return artifacts.find(([, { commands }]) => commands.includes(command.replace(/ +/g, ' ')))?.[0]
}

/** Returns the platform with extra commands behind its own artifacts; the same one without a command line. */
export function withExtraCommands(platform: Platform, commands: readonly ExtraCommand[]): Platform {
  const { ssh } = platform
  if (commands.length === 0 || !ssh || !('prompt' in ssh) || !displayRules(ssh)) return platform
  const added = commands.filter(({ key }) => isExtraKey(key))
  const artifact = { kind: 'text', transports: ['ssh'], isExtra: true } as const
  return {
    ...platform,
    artifacts: { ...platform.artifacts, ...Object.fromEntries(added.map(({ key }) => [key, artifact])) },
    ssh: { ...ssh, artifacts: { ...ssh.artifacts, ...Object.fromEntries(added.map(describe)) } },
  }
}

function describe({ key, command, minLines, contains }: ExtraCommand): [string, ShellArtifact] {
  return [
    key,
    {
      commands: [command],
      isExtra: true,
      limits,
      wholeAccount: { minLines, requiredLines: [] },
      ...(contains !== null && { requiredLines: [documentPattern(contains)] }),
    },
  ]
}

/** Without the command that requests all rights, which no extra command is. */
function displayRules({ readOnly, verbs }: ShellDescription): ReadOnlyRules | undefined {
  if (readOnly) return { family: readOnly.family, allow: readOnly.allow }
  return verbs && { family: verbs, allow: [] }
}
