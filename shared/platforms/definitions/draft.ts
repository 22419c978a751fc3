import { Document, isMap, Scalar, visit } from 'yaml'
import type { PlatformDefinitionCode } from '../../messages/codes.ts'
import { type MessageOf, message } from '../../messages/message.ts'
import type { ArtifactSection, CompareSection, PlatformDocument, ShellSection } from '../documents/document.ts'
import { whyPatternRefused } from '../documents/document-pattern.ts'
import type { DraftNames } from '../documents/draft-document.ts'
import { displayVerbs, type VerbFamily } from '../documents/display-verbs.ts'
import { documentLimits } from '../documents/schema.ts'
import { whyNotReadOnly } from '../documents/read-only.ts'

/** Part of a definition of another product. */
export type DefinitionPart =
  | 'prompt'
  | 'mode'
  | 'transition'
  | 'failure_indicator'
  | 'on_open'
  | 'on_close'
  | 'command'
  | 'pager'
  | 'login'
  | 'comment'
  | 'secret'
  | 'ignored'
  | 'other'

/** What became of a part. `left_out`: on purpose, because a document needs no equivalent. */
export type DefinitionOutcome = 'carried' | 'assumed' | 'left_out' | 'lost'

export interface ReportEntry {
  /** Of the definition, from 1; null for what it does not contain. */
  line: number | null
  part: DefinitionPart
  /** As in the definition, shortened. */
  text: string
  outcome: DefinitionOutcome
  reason: MessageOf<PlatformDefinitionCode>
}

/** Where a part is in the definition. */
export interface SourceLocation {
  line: number | null
  part: DefinitionPart
  text: string
}

/** Longest text of an entry. */
const maxText = 200

type Limited = 'errors' | 'denied' | 'prepare' | 'login' | 'secrets' | 'ignored' | 'volatile' | 'artifacts'

/** What a document may contain of each list. */
const limits: Record<Limited, number> = {
  errors: 60,
  denied: 60,
  prepare: 10,
  login: 10,
  secrets: 60,
  ignored: 60,
  volatile: 60,
  artifacts: 20,
}

const sections: Readonly<Partial<Record<Limited, string>>> = {
  ignored: 'compare.ignored',
  secrets: 'secrets',
  volatile: 'compare.volatile',
}

/** A draft that grows with each part of a definition, and the report on all parts. */
export class Draft {
  readonly report: ReportEntry[] = []
  readonly ssh: ShellSection = { prompt: { host: '', privileged: '' } }
  readonly artifacts: Record<string, ArtifactSection> = {}
  readonly secrets: string[] = []
  readonly #compare: Required<Pick<CompareSection, 'ignored' | 'volatile'>> = { ignored: [], volatile: [] }
  readonly #verbs: VerbFamily

  /** @param commands those of the definition: the display verbs of the draft are those that allow most of them */
  constructor(commands: readonly string[] = []) {
    this.#verbs = familyOf(commands)
  }

  /** Adds a failure message; one about rights means a missing permission. */
  addError(place: SourceLocation, pattern: string): void {
    const key = /permission|denied|authori[sz]|privilege/i.test(place.text) ? 'denied' : 'errors'
    if (this.#accepts(place, key, this.ssh[key]?.length ?? 0, [pattern])) (this.ssh[key] ??= []).push(pattern)
  }

  /** Adds a command that turns the pager off, or changes how the session shows text. */
  addPrepare(place: SourceLocation, command: string): void {
    const refused = whyNotReadOnly(command, { family: this.#verbs, allow: [] })
    if (refused) return this.lost(place, message('definition_command_refused', { reason: refused }))
    if (this.#accepts(place, 'prepare', this.ssh.prepare?.length ?? 0)) (this.ssh.prepare ??= []).push(command)
  }

  addArtifact(place: SourceLocation, key: string, artifact: ArtifactSection): void {
    const refused = artifact.commands
      .map((command) => whyNotReadOnly(command, { family: this.#verbs, allow: [] }))
      .find(Boolean)
    if (refused) return this.lost(place, message('definition_command_refused', { reason: refused }))
    const isFull = Object.keys(this.artifacts).length >= limits.artifacts
    if (isFull) return this.lost(place, message('definition_too_many', { max: limits.artifacts }))
    this.artifacts[key] = artifact
    this.carried(place, `artifacts.${key}`)
  }

  addSecret(place: SourceLocation, pattern: string): void {
    if (this.#accepts(place, 'secrets', this.secrets.length, [pattern])) this.secrets.push(pattern)
  }

  /** @param artifact the only one that is concerned; undefined: all */
  addComparison(
    place: SourceLocation,
    kind: 'ignored' | 'volatile',
    pattern: string,
    artifact: string | undefined,
  ): void {
    const rules = this.#compare[kind]
    if (!this.#accepts(place, kind, rules.length, [pattern])) return
    rules.push(artifact === undefined ? pattern : { pattern, artifacts: [artifact] })
  }

  addLogin(place: SourceLocation, seen: string, answer: 'username' | 'password'): void {
    if (this.#accepts(place, 'login', this.ssh.login?.length ?? 0, [seen]))
      (this.ssh.login ??= []).push({ seen, answer })
  }

  carried(place: SourceLocation, key: string): void {
    this.#add(place, 'carried', message('definition_carried', { key }))
  }

  leftOut(place: SourceLocation, reason: MessageOf<PlatformDefinitionCode>): void {
    this.#add(place, 'left_out', reason)
  }

  lost(place: SourceLocation, reason: MessageOf<PlatformDefinitionCode>): void {
    this.#add(place, 'lost', reason)
  }

  assumed(key: string): void {
    this.#add({ line: null, part: 'other', text: '' }, 'assumed', message('definition_assumed', { key }))
  }

  /** Whether a document can have a pattern. Reports it as lost otherwise. */
  supports(place: SourceLocation, pattern: string): boolean {
    if (pattern.length > documentLimits.patternLength) {
      this.lost(place, message('definition_pattern_too_long', { max: documentLimits.patternLength }))
      return false
    }
    const refused = whyPatternRefused(pattern)
    if (!refused) return true
    const reason =
      refused.code === 'document_pattern_refused'
        ? message('definition_pattern_refused', { reason: refused.params.reason })
        : message('definition_not_ascii')
    this.lost(place, reason)
    return false
  }

  /** Returns the draft in YAML. */
  source({ id, name, vendor }: DraftNames, origin: string): string {
    const compare = Object.fromEntries(Object.entries(this.#compare).filter(([, rules]) => rules.length > 0))
    const document: PlatformDocument = {
      ...{ coffer: 1, id, name, vendor },
      evidence: { level: 'modelled', note: `Imported from ${origin}.` },
      verbs: this.#verbs,
      ssh: this.ssh,
      artifacts: this.artifacts,
      ...(Object.keys(compare).length > 0 && { compare }),
      ...(this.secrets.length > 0 && { secrets: this.secrets }),
    }
    return asYaml(document)
  }

  /** Reports a part as carried over if the list has room for it and the document can have its patterns. */
  #accepts(place: SourceLocation, key: Limited, present: number, patterns: string[] = []): boolean {
    if (present >= limits[key]) {
      this.lost(place, message('definition_too_many', { max: limits[key] }))
      return false
    }
    if (!patterns.every((pattern) => this.supports(place, pattern))) return false
    this.carried(place, sections[key] ?? `ssh.${key}`)
    return true
  }

  #add({ line, part, text }: SourceLocation, outcome: DefinitionOutcome, reason: ReportEntry['reason']): void {
    const shown = text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text
    this.report.push({ line, part, text: shown, outcome, reason })
  }
}

/** Returns the family that allows most of the commands; of several, the one with the verbs of most vendors. */
function familyOf(commands: readonly string[]): VerbFamily {
  const families: VerbFamily[] = ['menu', ...(Object.keys(displayVerbs) as VerbFamily[])]
  const allowed = (family: VerbFamily) =>
    commands.filter((command) => !whyNotReadOnly(command, { family, allow: [] })).length
  return families.reduce((best, family) => (allowed(family) > allowed(best) ? family : best))
}

/** Writes words as they are, and patterns in single quotes. */
function asYaml(value: object): string {
  const document = new Document(value)
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return
      node.type = /^[A-Za-z][\w ,.-]*$/.test(node.value) ? Scalar.PLAIN : Scalar.QUOTE_SINGLE
    },
    Pair(_key, { key, value: inner }) {
      if (isMap(inner) && String(key) === 'prompt') inner.flow = true
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** Returns a pattern that matches a text as it is. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
