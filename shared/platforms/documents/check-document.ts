import { type MessageOf, message } from '../../messages/message.ts'
import type { PlatformDocumentCode } from '../../messages/codes.ts'
import { type CompleteSection, factNames, type PlatformDocument, type RuleSection } from './document.ts'
import { documentPattern, groupsOf } from './document-pattern.ts'
import { namesSecret } from '../secret-question.ts'
import {
  isDeniedVerb,
  isEnableCommand,
  isLogout,
  isLogoutAnswer,
  opensCommandLine,
  type ReadOnlyRules,
  whyNotReadOnly,
} from './read-only.ts'
import { documentLimits } from './schema.ts'

/** An error at a path of a document. */
export interface DocumentFault {
  path: readonly (string | number)[]
  reason: MessageOf<PlatformDocumentCode>
}

/**
 * Returns what a schema cannot express. The document has the values of those that it extends, and every pattern is
 * supported.
 */
export function checkDocument(document: PlatformDocument): DocumentFault[] {
  return [
    ...missingKeys(document),
    ...commandFaults(document),
    ...patternFaults(document),
    ...loginFaults(document),
    ...artifactFaults(document),
  ]
}

/** Returns the artifacts of a document by key, over all its transports. */
export function artifactsOf({ artifacts, files, api }: PlatformDocument): Record<string, CompleteSection> {
  const shown = Object.entries(artifacts ?? {}).filter(([, artifact]) => artifact !== null)
  return { ...api?.requests, ...files, ...Object.fromEntries(shown as [string, CompleteSection][]) }
}

/** Returns what the agent may send for a document; undefined without a command line. */
export function readOnlyRules({ verbs, allow = [], ssh }: PlatformDocument): ReadOnlyRules | undefined {
  if (!ssh || verbs === undefined) return undefined
  return { family: verbs, allow, ...(ssh.enable && { enable: ssh.enable.command }) }
}

function missingKeys(document: PlatformDocument): DocumentFault[] {
  if (document.base) return []
  const { ssh, files, api, verbs, name, vendor, evidence, artifacts } = document
  const wanted: [boolean, string, (string | number)[]][] = [
    [name !== undefined, 'name', []],
    [vendor !== undefined, 'vendor', []],
    [evidence !== undefined, 'evidence', []],
    [ssh !== undefined || files !== undefined || api !== undefined, 'ssh', []],
    [!ssh || verbs !== undefined, 'verbs', []],
    [!ssh || artifacts !== undefined, 'artifacts', []],
    [!ssh || ssh.prompt?.host !== undefined, 'host', ['ssh', 'prompt']],
    [!ssh || ssh.prompt?.privileged !== undefined, 'privileged', ['ssh', 'prompt']],
  ]
  const commands = Object.entries(artifacts ?? {}).flatMap(([key, artifact]): typeof wanted =>
    artifact && !artifact.commands ? [[false, 'commands', ['artifacts', key]]] : [],
  )
  return [...wanted, ...commands].flatMap(([isGiven, key, path]) =>
    isGiven ? [] : [{ path, reason: message('document_key_missing', { key }) }],
  )
}

function commandFaults(document: PlatformDocument): DocumentFault[] {
  const { allow = [], ssh, artifacts = {} } = document
  const rules = readOnlyRules(document)
  const sent: [(string | number)[], string][] = [
    ...(ssh?.exec ? [[['ssh', 'exec', 'probe'], ssh.exec.probe] as [(string | number)[], string]] : []),
    ...(ssh?.prepare ?? []).map((command, at): [(string | number)[], string] => [['ssh', 'prepare', at], command]),
    ...Object.entries(artifacts).flatMap(([key, artifact]) =>
      (artifact?.commands ?? []).map((command, at): [(string | number)[], string] => [
        ['artifacts', key, 'commands', at],
        command,
      ]),
    ),
  ]
  const faults: DocumentFault[] = allow.flatMap((verb, at) =>
    isDeniedVerb(verb) ? [{ path: ['allow', at], reason: message('document_verb_denied', { verb }) }] : [],
  )
  for (const [path, command] of rules ? sent : []) {
    const reason = whyNotReadOnly(command, rules!)
    if (reason) faults.push({ path, reason })
  }
  const { enable, logout = [], system_shell: systemShell } = ssh ?? {}
  if (enable && !isEnableCommand(enable.command))
    faults.push({
      path: ['ssh', 'enable', 'command'],
      reason: message('document_enable_unknown', { command: enable.command }),
    })
  for (const [at, command] of [logout].flat().entries())
    if (!isLogout(command) && (at === 0 || !isLogoutAnswer(command)))
      faults.push({
        path: ['ssh', 'logout', ...(Array.isArray(logout) ? [at] : [])],
        reason: message('document_logout_unknown', { command }),
      })
  if (systemShell && !opensCommandLine(systemShell.command))
    faults.push({
      path: ['ssh', 'system_shell', 'command'],
      reason: message('document_program_unknown', { command: systemShell.command }),
    })
  if (ssh?.prompt?.user !== undefined && (ssh.prompt.privileged?.length ?? 0) > 1)
    faults.push({ path: ['ssh', 'prompt', 'privileged'], reason: message('document_prompt_ends') })
  return faults
}

function patternFaults(document: PlatformDocument): DocumentFault[] {
  const { ssh, secrets = [], facts = {}, artifacts = {} } = document
  const visible = [
    ...named(['ssh'], ssh, ['lead', 'blocked', 'broken', 'syslog', 'errors', 'denied', 'busy', 'preamble']),
    ...named(['ssh', 'pager'], ssh?.pager, ['mark']),
    ...named(['ssh', 'system_shell'], ssh?.system_shell, ['prompt']),
    ...(ssh?.login ?? []).flatMap((step, at) => named(['ssh', 'login', at], step, ['seen'])),
    ...(ssh?.choices ?? []).flatMap((choice, at) => named(['ssh', 'choices', at], choice, ['seen'])),
    ...Object.entries(artifacts).flatMap(([key, artifact]) =>
      named(['artifacts', key], artifact, ['absent', 'skip', 'first', 'last', 'contains']),
    ),
  ]
  const faults: DocumentFault[] = visible.flatMap(([path, source]) =>
    documentPattern(source).test('') ? [{ path, reason: message('document_pattern_empty') }] : [],
  )
  for (const [at, source] of secrets.entries())
    if (groupsOf(source).groups === 0) faults.push({ path: ['secrets', at], reason: message('document_group_missing') })
  for (const [key, sources] of Object.entries(facts))
    for (const [at, source] of sources.entries()) {
      const { names } = groupsOf(source)
      const isKnown = names.length > 0 && names.every((name) => (factNames as readonly string[]).includes(name))
      if (!isKnown)
        faults.push({ path: ['facts', key, at], reason: message('document_fact_unknown', { facts: factNames }) })
    }
  for (const [at, { author }] of (document.changes?.syslog ?? []).entries()) {
    const { names, groups } = author === undefined ? { names: [], groups: 0 } : groupsOf(author)
    if (names.length < groups || names.some((name) => name !== 'user' && name !== 'from'))
      faults.push({ path: ['changes', 'syslog', at, 'author'], reason: message('document_author_group_invalid') })
  }
  if (countPatterns(document) > documentLimits.patterns)
    faults.push({ path: [], reason: message('document_too_many_patterns', { max: documentLimits.patterns }) })
  return faults
}

/** Only a question for a secret is answered with one, and the document does not contain it. */
function loginFaults({ ssh }: PlatformDocument): DocumentFault[] {
  const steps = (ssh?.login ?? []).flatMap(({ seen, line, key, answer }, at): DocumentFault[] => {
    const path = ['ssh', 'login', at]
    if (asksSecret(seen) && (line !== undefined || key !== undefined))
      return [{ path, reason: message('document_answer_is_secret') }]
    return answer === 'password' && !namesSecret(seen)
      ? [{ path: [...path, 'seen'], reason: message('document_question_unclear') }]
      : []
  })
  for (const [at, { seen }] of (ssh?.choices ?? []).entries())
    if (asksSecret(seen)) steps.push({ path: ['ssh', 'choices', at], reason: message('document_answer_is_secret') })
  const { secret } = ssh?.enable ?? {}
  if (secret === undefined || namesSecret(secret)) return steps
  return [...steps, { path: ['ssh', 'enable', 'secret'], reason: message('document_question_unclear') }]
}

function asksSecret(question: string): boolean {
  return /pass|secret|code|pin\b|token/i.test(question) && !/y\W{1,3}n/i.test(question)
}

function artifactFaults(document: PlatformDocument): DocumentFault[] {
  if (document.base) return []
  const known = artifactsOf(document)
  const faults: DocumentFault[] = []
  const check = (artifact: string, path: (string | number)[]) => {
    if (!(artifact in known)) faults.push({ path, reason: message('document_artifact_unknown', { artifact }) })
  }
  const sections = { artifacts: document.artifacts, files: document.files, requests: document.api?.requests }
  for (const [section, artifacts] of Object.entries(sections))
    for (const [key, artifact] of Object.entries<CompleteSection | null>(artifacts ?? {})) {
      if (!artifact) continue
      const { last, contains, brackets, min_lines: minLines } = artifact
      const isProven = Boolean(last ?? contains ?? brackets ?? minLines)
      const path = section === 'requests' ? ['api', 'requests', key] : [section, key]
      if (!isProven) faults.push({ path, reason: message('document_end_unproven', { artifact: key }) })
    }
  for (const key of Object.keys(document.facts ?? {})) check(key, ['facts', key])
  for (const [kind, rules] of Object.entries(document.compare ?? {}))
    for (const [at, rule] of (rules as (string | RuleSection)[]).entries())
      for (const key of (typeof rule === 'object' && rule.artifacts) || [])
        check(key, ['compare', kind, at, 'artifacts'])
  for (const kind of ['running', 'saved'] as const)
    if (document.unsaved) check(document.unsaved[kind], ['unsaved', kind])
  return faults
}

/** Returns the patterns of some keys, with their paths. */
function named(
  path: readonly (string | number)[],
  section: object | null | undefined,
  keys: readonly string[],
): [(string | number)[], string][] {
  return keys.flatMap((key) => {
    const value = (section as Record<string, string | string[] | null | undefined> | null | undefined)?.[key]
    if (value === undefined || value === null) return []
    if (typeof value === 'string') return [[[...path, key], value] as [(string | number)[], string]]
    return value.map((source, at): [(string | number)[], string] => [[...path, key, at], source])
  })
}

/** Counts every text of the document, nearly all of which are patterns. */
function countPatterns(value: unknown): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, inner) => sum + countPatterns(inner), 0)
}
