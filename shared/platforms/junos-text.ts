import type { ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import { byLine } from './line-splitter.ts'
import { hasOddQuotes } from './unbalanced-quotes.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

/**
 * Remarks that replace content an account may not see, as whole comments: a class without the permission `secret` gets
 * `encrypted-password /* SECRET-DATA *\/;`, one without permission for a stanza `system { /* ACCESS-DENIED *\/ };`.
 * `apply-flags omit` hides a stanza unless `display omit` is used.
 */
const remarks = { secrets: 'SECRET-DATA', denied: 'ACCESS-DENIED', omitted: 'OMITTED' } as const

type Hidden = Record<keyof typeof remarks, number>

/**
 * Root's password in each form. No device commits a configuration without one, possibly in a group. An account that
 * does not see it, such as a user of one logical system, sees only part of the configuration.
 */
const root = {
  conf: /^(?:(?:inactive|protect|replace): )*root-authentication (?:\{|\/\*)/,
  set: /^set (?:groups \S+ )?system root-authentication\b/,
  xml: /<root-authentication[\s>/]/,
}

/** The first or second line: a class that may not see who committed gets no header. */
const begins = /^(?:## Last (?:commit|changed): |version \S+;)/

/** Header of a configuration with uncommitted edits, in place of the last commit. */
const edited = { conf: /^## Last changed: /, xml: /<configuration\b[^>]*[\s:]changed-\w+=/ }

/** Findings about a text, apart from what is hidden. */
interface Found {
  statements: number
  hasRoot: boolean
  isEdited?: boolean
}

/** Lines of the set form: `set`, and the commands that mark its statements. */
const setLine = /^(?:set|deactivate|protect|activate|delete|unprotect) \S/

const rights = message('advice_junos_view_and_secret')

/**
 * Inspects a configuration with braces as a stream: whether every brace, quotation mark and comment is closed, and what
 * is hidden or omitted. A text that lacks a part is marked as not restorable: loading it would delete that part.
 */
export function createJunosConfInspector(): TextInspector {
  const hidden: Hidden = { secrets: 0, denied: 0, omitted: 0 }
  let inside: 'statement' | 'quotes' | 'comment' = 'statement'
  let comment = ''
  let depth = 0
  let statements = 0
  let lines: string[] = [] // the last three non-empty lines, without trailing remarks
  let count = 0
  let unendedLine: number | undefined
  let hasRoot = false
  let isEdited = false
  let first: string | undefined

  function look(line: string): void {
    count += 1
    if (line.trim() !== '') first ??= line
    if (statements === 0 && edited.conf.test(line)) isEdited = true
    if (inside === 'statement' && depth > 0 && root.conf.test(line.trimStart())) hasRoot = true
    let end = line.length
    for (let at = 0; at < end;) {
      if (inside === 'comment') {
        const close = line.indexOf('*/', at)
        comment += close < 0 ? `${line.slice(at)}\n` : line.slice(at, close)
        if (close < 0) return
        countRemark(comment.trim(), hidden)
        inside = 'statement'
        at = close + 2
      } else if (inside === 'quotes') {
        const rest = /^(?:[^"\\]|\\.)*/.exec(line.slice(at))?.[0].length ?? 0
        if (line[at + rest] === '"') inside = 'statement'
        at += rest + 1
      } else {
        const mark = /"|(?<![^\s{])\/\*|(?<!\S)##|[{};]/g
        mark.lastIndex = at
        const found = mark.exec(line)
        if (!found) break
        at = mark.lastIndex
        if (found[0] === '##') end = found.index
        else take(found[0])
      }
    }
    const words = line.slice(0, end).trim()
    if (words === '') return
    if (inside === 'statement' && !/(?:[{};]|\*\/)$/.test(words)) unendedLine ??= count
    lines = [...lines.slice(-2), words]
    const [opens = '', only, closes] = lines
    if (opens.endsWith('{') && only === 'apply-flags omit;' && closes === '}') hidden.omitted += 1
  }

  function take(mark: string): void {
    if (mark === '"') inside = 'quotes'
    else if (mark === '/*') {
      inside = 'comment'
      comment = ''
    } else if (mark === '{') depth += 1
    else if (mark === '}') depth -= 1
    else if (depth > 0) statements += 1
    if (depth < 0) throw cut('a brace that closes nothing')
  }

  return byLine(look, () => {
    if (inside === 'quotes') throw cut('an open quotation mark')
    if (inside === 'comment') throw cut('an open comment')
    if (depth > 0) throw cut(`${depth} braces that are open`)
    if (!/\};?$/.test(lines.at(-1) ?? '')) throw cut('no brace at its end')
    if (unendedLine !== undefined) throw strange(message('expected_statement'), unendedLine)
    if (!begins.test(first ?? '')) throw cut('another beginning than the version')
    return reportHidden(hidden, { statements, hasRoot, isEdited })
  })
}

/**
 * Inspects a configuration in the set form: whether each line is one of its commands. Hidden content is missing without
 * a remark, except secrets.
 */
export function createJunosSetInspector(): TextInspector {
  const hidden: Hidden = { secrets: 0, denied: 0, omitted: 0 }
  let statements = 0
  let isQuoted = false
  let count = 0
  let hasRoot = false
  return byLine(
    (line) => {
      count += 1
      const wasQuoted = isQuoted
      if (hasOddQuotes(line)) isQuoted = !isQuoted
      if (wasQuoted || line.trim() === '') return
      if (!setLine.test(line)) throw strange(message('expected_command_like', { command: 'set' }), count)
      if (!/^set version /.test(line)) statements += 1
      if (root.set.test(line)) hasRoot = true
      countRemarksIn(line, hidden)
    },
    () => {
      if (isQuoted) throw cut('an open quotation mark')
      return reportHidden(hidden, { statements, hasRoot })
    },
  )
}

/** Inspects the element `configuration`, which is known to be complete, for hidden content. */
export function createJunosXmlInspector(): TextInspector {
  const hidden: Hidden = { secrets: 0, denied: 0, omitted: 0 }
  let statements = 0
  let hasRoot = false
  let isEdited = false
  return byLine(
    (line) => {
      if (edited.xml.test(line)) isEdited = true
      if (root.xml.test(line)) hasRoot = true
      if (/<\w/.test(line.replace(/<(?:version|configuration)\b[^>]*>/g, ''))) statements += 1
      countRemarksIn(line, hidden)
    },
    () => reportHidden(hidden, { statements, hasRoot, isEdited }),
  )
}

/** @throws ArtifactUnavailable for a configuration in which the account sees nothing */
function reportHidden(hidden: Hidden, { statements, hasRoot, isEdited }: Found): ReturnType<TextInspector['end']> {
  const { secrets, denied, omitted } = hidden
  if (statements === 0) {
    const seen = denied > 0 ? `${denied} stanzas, all of them ACCESS-DENIED` : 'no statement at all'
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'privilege_insufficient',
      expected: message('expected_configuration'),
      seen,
      advice: rights,
    })
  }
  const reasons = [
    ...(secrets > 0 ? [message('junos_secrets_hidden', { count: secrets })] : []),
    ...(denied > 0 ? [message('junos_stanzas_denied', { count: denied })] : []),
    ...(omitted > 0 ? [message('junos_stanzas_omitted', { count: omitted })] : []),
    ...(isEdited ? [message('junos_edits_uncommitted')] : []),
    ...(hasRoot ? [] : [message('junos_root_authentication_missing')]),
  ]
  if (reasons.length === 0) return { metadata: {}, warnings: [] }
  return {
    metadata: {
      ...(secrets > 0 ? { masked: { secrets } } : {}),
      ...(denied > 0 ? { denied: { stanzas: denied } } : {}),
      ...(omitted > 0 ? { omitted: { stanzas: omitted } } : {}),
      ...(isEdited ? { edited: true } : {}),
      ...(hasRoot ? {} : { partial: true }),
      restorable: false,
      not_restorable_because: reasons,
    },
    warnings: [message(isEdited ? 'warning_junos_uncommitted' : 'warning_junos_not_restorable', { reasons })],
  }
}

function countRemark(comment: string, hidden: Hidden): void {
  for (const kind of ['secrets', 'denied', 'omitted'] as const) if (comment === remarks[kind]) hidden[kind] += 1
}

function countRemarksIn(line: string, hidden: Hidden): void {
  for (const [, comment = ''] of line.matchAll(/\/\* ([A-Z-]+) \*\//g)) countRemark(comment, hidden)
}

/** Does not quote an unexpected line: it may contain a secret. */
function strange(expected: ExpectationMessage, line: number): ArtifactUnavailable {
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'output_disturbed',
    expected,
    seen: `line ${line}, which is none`,
  })
}

function cut(seen: string): ArtifactUnavailable {
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'output_truncated',
    expected: message('expected_closed_text'),
    seen,
  })
}
