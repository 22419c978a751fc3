import { message } from '../../messages/message.ts'
import { isEnableCommand } from '../documents/read-only.ts'
import { Draft, literalPattern } from './draft.ts'
import type { ModelContext } from './model-context.ts'
import { convertSession } from './oxidized-session.ts'
import { convertSecret, convertTransform } from './oxidized-transforms.ts'
import { allTokens, callIn, onlyToken, stringIn } from './ruby-call.ts'
import { patternIn } from './ruby-pattern.ts'
import type { Statement } from './ruby-statements.ts'
import { splitPrompt } from './split-prompt.ts'

/** The prompt of a model that has none. */
const defaultPrompt = '^[\\w.@()-]+[#>]\\s?$'

/** Converts the statements of a model. @param lines of its text */
export function convertOxidized(statements: readonly Statement[], lines: readonly string[]): Draft {
  const commands = statements.flatMap((statement) => {
    const { name, args } = callIn(statement)
    return name === 'cmd' ? [stringIn(args[0]) ?? ''] : []
  })
  const constants = constantsIn(statements)
  const draft = new Draft(commands.filter((command) => command !== ''))
  const context: ModelContext = {
    draft,
    placeOf: ({ line }, part) => ({ line, part, text: lines[line - 1]?.trim() ?? '' }),
    patternOf: (token) =>
      token && (patternIn(token) ?? (token.kind === 'word' ? constants.get(token.text) : undefined)),
  }
  for (const statement of statements) convertStatement(statement, context)
  convertPrompt(
    statements.find((statement) => callIn(statement).name === 'prompt'),
    context,
  )
  completeDraft(draft)
  return draft
}

function constantsIn(statements: readonly Statement[]): Map<string, string> {
  return new Map(
    statements.flatMap(({ tokens: [name, equals, value, ...others] }): [string, string][] => {
      const pattern = value && others.length === 0 && equals?.text === '=' ? patternIn(value) : undefined
      return name?.kind === 'word' && pattern !== undefined ? [[name.text, pattern]] : []
    }),
  )
}

function convertStatement(statement: Statement, context: ModelContext): void {
  const { draft, placeOf } = context
  const { name, args } = callIn(statement)
  if (name === 'prompt' || name === 'using') return
  if (name === 'cmd') return convertCommand(statement, context)
  if (name === 'comment') return draft.leftOut(placeOf(statement, 'comment'), message('definition_comment_needless'))
  if (name === 'expect') return convertExpect(statement, context)
  if (name === 'cfg' && statement.block) {
    if (args.some((arg) => onlyToken(arg)?.text === 'ssh')) return convertSession(statement.block, context)
    return draft.leftOut(placeOf(statement, 'login'), message('definition_other_protocol'))
  }
  const isConstant = /^[A-Z]/.test(name) && context.patternOf(statement.tokens[0]) !== undefined
  if (!isConstant) draft.lost(placeOf(statement, 'other'), message('definition_code_not_read'))
}

function convertPrompt(statement: Statement | undefined, { draft, placeOf, patternOf }: ModelContext): void {
  const written = statement && patternOf(onlyToken(callIn(statement).args[0]))
  const pattern = statement ? written : defaultPrompt
  const place = statement && placeOf(statement, 'prompt')
  const isCaseless = pattern?.startsWith('(?i)') === true
  const split = pattern === undefined ? null : splitPrompt(isCaseless ? pattern.slice(4) : pattern)
  const host = split && (isCaseless ? `(?i)${split.host}` : split.host)
  if (place && !split)
    draft.lost(place, message(pattern === undefined ? 'definition_code_not_read' : 'definition_prompt_unsplit'))
  if (split && host && (!place || draft.supports(place, host))) {
    const hasRights = draft.ssh.enable && /^(?:#>|>#)$/.test(split.ends)
    draft.ssh.prompt = hasRights ? { host, privileged: '#', user: '>' } : { host, privileged: split.ends }
    if (split.lead !== undefined) draft.ssh.lead = split.lead
    if (place) return draft.carried(place, 'ssh.prompt')
  }
  if (draft.ssh.prompt.privileged === '')
    draft.ssh.prompt = { host: '[\\w.@()/:~\\[\\] -]+', privileged: '#', user: '>' }
  draft.assumed('ssh.prompt')
}

function convertCommand(statement: Statement, context: ModelContext): void {
  const { draft, placeOf } = context
  const { args, condition } = callIn(statement)
  const [what, ...options] = args
  const token = onlyToken(what)
  const { block = [] } = statement
  if (token?.kind === 'symbol' && token.text === 'all')
    return block.forEach((one) => convertTransform(one, undefined, context))
  if (token?.kind === 'symbol' && token.text === 'secret') return block.forEach((one) => convertSecret(one, context))
  const place = placeOf(statement, 'command')
  const command = stringIn(what)
  if (command === undefined || options.length > 0 || condition.length > 0)
    return draft.lost(place, message('definition_code_not_read'))
  if (isEnableCommand(command)) {
    draft.ssh.enable = { command }
    return draft.carried(place, 'ssh.enable')
  }
  const key = keyFor(command, draft)
  const isComment = allTokens({ ...statement, tokens: [] }).some(({ text }) => text === 'comment')
  draft.addArtifact(place, key, { commands: [command], min_lines: isComment ? 2 : 5 })
  if (key in draft.artifacts) for (const one of block) convertTransform(one, key, context)
}

/** A pager: a pattern, and a block that sends one key. */
function convertExpect(statement: Statement, { draft, placeOf, patternOf }: ModelContext): void {
  const place = placeOf(statement, 'pager')
  const token = onlyToken(callIn(statement).args[0])
  const sent = (statement.block ?? []).map(callIn).filter(({ name }) => name === 'send')
  if (statement.block && sent.length === 0) return draft.leftOut(place, message('definition_terminal_needless'))
  const text = token?.kind === 'string' && !token.isComputed ? literalPattern(token.text) : undefined
  const mark = patternOf(token) ?? text
  const key = stringIn(sent[0]?.args[0])
  const isKey = key !== undefined && /^[ -~\r]$/.test(key)
  if (mark === undefined || !isKey || sent.length > 1 || draft.ssh.pager)
    return draft.lost(place, message('definition_code_not_read'))
  if (!draft.supports(place, mark)) return
  draft.ssh.pager = { mark, ...(key !== ' ' && { key }) }
  draft.carried(place, 'ssh.pager')
}

/** A model states neither how a text ends, nor always a command. */
function completeDraft(draft: Draft): void {
  if (Object.keys(draft.artifacts).length > 0) return draft.assumed('artifacts.*.min_lines')
  draft.artifacts['running-config'] = { commands: ['show running-config'], min_lines: 5 }
  draft.assumed('artifacts.running-config')
}

/** Returns a key that names what a command shows, such as `running-config`. */
function keyFor(command: string, { artifacts }: Draft): string {
  const words = command.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const shown = words.length > 1 ? words.slice(1) : words
  const base =
    shown
      .join('-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 28) || 'config'
  const free = [base, ...Array.from({ length: 20 }, (_, at) => `${base}-${at + 2}`)].find((key) => !(key in artifacts))
  return free ?? base
}
