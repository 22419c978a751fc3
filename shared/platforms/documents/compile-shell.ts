import { message } from '../../messages/message.ts'
import type { LoginQuestion, ShellArtifact, ShellDescription, ShellStep } from '../platform.ts'
import { readOnlyRules } from './check-document.ts'
import { compileChecks, compileInspector } from './compile-checks.ts'
import type { ArtifactSection, LoginStepSection, PlatformDocument, ShellSection, TimeoutSection } from './document.ts'
import { documentPattern } from './document-pattern.ts'

const escape = String.fromCharCode(27)

/** How terminals wipe the mark of a pager: by backspaces, by blanks, or by erasing the line. */
const wiped = new RegExp(`^(?:[\\b]+ *[\\b]*|\\r? *(?:${escape}\\[[0-9;]*[A-Za-z])+ *\\r?|\\r +\\r|\\r(?=[^\\n]))+`)

const nothing = /[^\s\S]/

/** Defaults in seconds: a stack may build its configuration without output for up to a minute. */
const defaults: Required<TimeoutSection> = { prompt: 60, silence: 60, output: 300 }

/** Compiles the command line of a document. */
export function compileShell(document: PlatformDocument, ssh: ShellSection): ShellDescription {
  const { prompt, pager, enable, blocked, comment } = ssh
  const readOnly = readOnlyRules(document)
  const timeouts = { ...defaults, ...ssh.timeouts }
  const isCaseless = prompt.host.startsWith('(?i)')
  const host = isCaseless ? prompt.host.slice(4) : prompt.host
  const ends = [...(prompt.user ?? ''), ...prompt.privileged].map(literal).join('|')
  const whole = `^(?<host>${host})${prompt.varies ?? ''}(?<end>${ends})\\s?$`
  return {
    driver: 'shell',
    prompt: documentPattern(isCaseless ? `(?i)${whole}` : whole),
    promptVaries: documentPattern(prompt.varies ?? ''),
    ...(ssh.lead !== undefined && { promptLead: documentPattern(ssh.lead) }),
    ...(prompt.user !== undefined && { privilegedEnd: prompt.privileged }),
    ...(ssh.system_shell && {
      systemShell: { prompt: documentPattern(ssh.system_shell.prompt), command: ssh.system_shell.command },
    }),
    newline: ssh.newline === 'cr' ? '\r' : '\n',
    ...(comment && { comment }),
    errorPatterns: (ssh.errors ?? []).map(documentPattern),
    permissionErrors: (ssh.denied ?? []).map(documentPattern),
    refusalLines: 5,
    busy: (ssh.busy ?? []).map(documentPattern),
    ...(ssh.broken !== undefined && { broken: documentPattern(ssh.broken) }),
    pager: compilePager(pager),
    ...(ssh.exec && {
      exec: {
        probe: ssh.exec.probe,
        answered: documentPattern(ssh.exec.answered),
        systemShell: nothing,
        wrap: (command: string) => command,
      },
    }),
    questions: (ssh.login ?? []).map(compileQuestion),
    ...(ssh.choices && {
      choices: ssh.choices.map(({ seen, number }) => ({ seen: documentPattern(seen), answer: String(number) })),
    }),
    ...(readOnly && { readOnly }),
    ...(blocked !== undefined && {
      blocked: {
        seen: documentPattern(blocked),
        code: 'auth_failed' as const,
        advice: message('advice_login_question'),
      },
    }),
    preamble: (ssh.preamble ?? []).map(documentPattern),
    syslogLine: ssh.syslog === undefined ? nothing : documentPattern(ssh.syslog),
    prepare: [...(enable ? [compileEnable(enable)] : []), ...(ssh.prepare ?? []).map(compileStep)],
    artifacts: Object.fromEntries(
      Object.entries(document.artifacts ?? {}).flatMap(([key, artifact]) =>
        artifact ? [[key, compileArtifact(document, key, artifact)]] : [],
      ),
    ),
    logout: [ssh.logout ?? 'exit'].flat().join(ssh.newline === 'cr' ? '\r' : '\n'),
    limits: {
      promptMs: timeouts.prompt * 1_000,
      idleMs: timeouts.silence * 1_000,
      totalMs: timeouts.output * 1_000,
      maxBytes: (ssh.max_mib ?? 64) * 1024 * 1024,
      retryMs: 15_000,
    },
  }
}

function compilePager(pager: ShellSection['pager']): ShellDescription['pager'] {
  if (!pager) return { mark: nothing, answer: ' ', wiped, residue: nothing }
  const { mark, key = ' ' } = pager
  const ignoresCase = mark.startsWith('(?i)')
  const inner = (ignoresCase ? mark.slice(4) : mark).replace(/^\^/, '')
  const residue = documentPattern(`${ignoresCase ? '(?i)' : ''}^[\\x08 ]*(?:${inner})`)
  return { mark: documentPattern(mark), answer: key, wiped, residue }
}

function compileQuestion({ seen, key, line, answer }: LoginStepSection): LoginQuestion {
  const pattern = documentPattern(seen)
  if (answer !== undefined) return { seen: pattern, answer }
  return key === undefined ? { seen: pattern, line: line ?? '' } : { seen: pattern, key }
}

function compileEnable(enable: NonNullable<ShellSection['enable']>): ShellStep {
  const { command, name = '(?i)^username:\\s?$', secret = '(?i)^password:\\s?$', refused = [] } = enable
  return {
    step: 'raise',
    command,
    asksName: documentPattern(name),
    asksSecret: documentPattern(secret),
    refused: refused.map(documentPattern),
  }
}

function compileStep(command: string): ShellStep {
  return { step: 'try', command }
}

function compileArtifact(document: PlatformDocument, key: string, artifact: ArtifactSection): ShellArtifact {
  const { commands, required, skip, absent, timeouts, ...complete } = artifact
  const { silence, output } = timeouts ?? {}
  return {
    commands,
    ...(required && { required }),
    ...(skip && { skipLeading: skip.map(documentPattern) }),
    ...(absent !== undefined && { absent: documentPattern(absent) }),
    ...(timeouts && {
      limits: {
        ...(silence !== undefined && { idleMs: silence * 1_000 }),
        ...(output !== undefined && { totalMs: output * 1_000 }),
      },
    }),
    ...compileChecks(document, key, complete),
    ...compileInspector(complete),
  }
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}
