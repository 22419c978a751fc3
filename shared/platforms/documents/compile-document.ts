import { patternLike } from '../../search/linear-pattern.ts'
import type { Normalisation, NormaliseRule } from '../normalisation.ts'
import { commonOptions, platform, type Platform, type Transport } from '../platform.ts'
import { artifactsOf } from './check-document.ts'
import { compileApi } from './compile-api.ts'
import { compileChecks, compileInspector } from './compile-checks.ts'
import { compileShell } from './compile-shell.ts'
import type { ChangeMessages } from '../change-messages.ts'
import type { ChangesSection, CompareSection, PlatformDocument, RuleSection } from './document.ts'
import { documentPattern } from './document-pattern.ts'

/** Compiles a document that was checked, with the values of those that it extends. */
export function compileDocument(document: PlatformDocument): Platform {
  const {
    id,
    name = id,
    vendor,
    evidence,
    ssh,
    files,
    api,
    facts = {},
    secrets = [],
    outline,
    unsaved,
    changes,
  } = document
  const keys = Object.keys(artifactsOf(document))
  const isRead = {
    ssh: (key: string) => (ssh && document.artifacts?.[key]) || (!ssh && files?.[key]),
    api: (key: string) => api?.requests[key],
  }
  const transports = (['api', 'ssh'] as const).filter((transport) => keys.some((key) => isRead[transport](key)))
  return platform({
    id,
    name,
    ...(vendor !== undefined && { vendor }),
    ...(evidence && { evidence }),
    transports,
    preferred: transports.includes('ssh') ? 'ssh' : 'api',
    artifacts: Object.fromEntries(
      keys.map((key) => [
        key,
        { kind: 'text' as const, transports: transports.filter((transport: Transport) => isRead[transport](key)) },
      ]),
    ),
    options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },
    ...(ssh && { ssh: compileShell(document, ssh) }),
    ...(!ssh && files && { ssh: compileFiles(document, files) }),
    ...(api && { api: compileApi(document, api) }),
    facts: Object.fromEntries(Object.entries(facts).map(([key, sources]) => [key, sources.map(documentPattern)])),
    secrets: secrets.map(documentPattern),
    ...(outline && { outline: typeof outline === 'string' ? outline : { section: documentPattern(outline.section) } }),
    normalise: compileCompare(document.compare ?? {}, document.revision ?? 1),
    ...(changes && { changes: compileChanges(changes) }),
    ...(unsaved && {
      divergence: {
        running: unsaved.running,
        saved: unsaved.saved,
        omit: (unsaved.omit ?? []).map(documentPattern),
      },
    }),
  })
}

function compileChanges({ syslog = [], traps = [] }: ChangesSection): ChangeMessages {
  return {
    syslog: syslog.map(({ contains, unless = [], author }) => ({
      contains: [contains].flat(),
      ...([unless].flat().length > 0 && { unless: [unless].flat() }),
      ...(author && { author }),
    })),
    traps,
  }
}

function compileFiles(document: PlatformDocument, files: NonNullable<PlatformDocument['files']>) {
  return {
    driver: 'files' as const,
    artifacts: Object.fromEntries(
      Object.entries(files).map(([key, { path, required, ...complete }]) => [
        key,
        {
          path,
          ...(required && { required }),
          ...compileChecks(document, key, complete),
          ...compileInspector(complete),
        },
      ]),
    ),
    limits: { promptMs: 60_000, idleMs: 60_000, totalMs: 300_000, maxBytes: 64 * 1024 * 1024 },
  }
}

function compileCompare({ volatile = [], ignored = [], sorted = [] }: CompareSection, revision: number): Normalisation {
  const rules: NormaliseRule[] = [
    ...ignored.map((rule) => ({ ...scopeOf(rule), remark: patternOf(rule) })),
    ...volatile.map((rule) => ({ ...scopeOf(rule), ...sectionOf(rule), volatile: volatileOf(rule) })),
    ...sorted.map((rule) => ({ ...scopeOf(rule), sorted: patternOf(rule) })),
  ]
  return { revision, rules }
}

function patternOf(rule: string | RuleSection): RegExp {
  return documentPattern(typeof rule === 'string' ? rule : rule.pattern)
}

function volatileOf(rule: string | RuleSection): RegExp {
  const pattern = patternOf(rule)
  return typeof rule === 'object' && rule.every ? patternLike(pattern, pattern.source, `${pattern.flags}g`) : pattern
}

function scopeOf(rule: string | RuleSection): { artifacts?: readonly string[] } {
  return typeof rule === 'object' && rule.artifacts ? { artifacts: rule.artifacts } : {}
}

function sectionOf(rule: string | RuleSection): { section?: { starts: RegExp } } {
  return typeof rule === 'object' && rule.within !== undefined
    ? { section: { starts: documentPattern(rule.within) } }
    : {}
}
