import { message } from '../../messages/message.ts'
import { isEnableCommand, isLogout, isLogoutAnswer } from '../documents/read-only.ts'
import { namesSecret } from '../secret-question.ts'
import type { ModelContext } from './model-context.ts'
import { type Call, callIn, onlyToken, stringIn } from './ruby-call.ts'
import type { Statement } from './ruby-statements.ts'
import type { Token } from './ruby-tokens.ts'

/** Converts the statements of a session: its login, what it sends first, and how it ends. */
export function convertSession(statements: readonly Statement[], context: ModelContext): void {
  for (const statement of statements) convertStep(statement, context)
}

function convertStep(statement: Statement, context: ModelContext): void {
  const { draft, placeOf } = context
  const call = callIn(statement)
  const { block } = statement
  if (isBranch(call)) return convertBranch(statement, call, context, convertSession)
  if (!isAboutEnable(call.condition))
    return draft.lost(placeOf(statement, 'other'), message('definition_code_not_read'))
  if (call.name === 'username' || call.name === 'password') return convertLogin(statement, call, context)
  if (call.name === 'post_login') {
    const command = stringIn(call.args[0])
    if (command !== undefined) return open(statement, command, undefined, context)
    if (block) return convertOpening(block, context)
  }
  if (call.name === 'pre_logout') {
    const given = stringIn(call.args[0])
    if (given !== undefined) return close(statement, given, context)
    if (block) return block.forEach((one) => convertClosing(one, context))
  }
  if (call.name === 'newline')
    return draft.leftOut(placeOf(statement, 'other'), message('definition_terminal_needless'))
  draft.lost(placeOf(statement, 'other'), message('definition_code_not_read'))
}

function convertLogin(statement: Statement, { name, args }: Call, { draft, placeOf, patternOf }: ModelContext): void {
  const place = placeOf(statement, 'login')
  const pattern = patternOf(onlyToken(args[0]))
  if (pattern === undefined) return draft.lost(place, message('definition_code_not_read'))
  if (name === 'username') return draft.addLogin(place, pattern, 'username')
  if (namesSecret(pattern)) return draft.addLogin(place, pattern, 'password')
  draft.lost(place, message('definition_question_unclear'))
}

function convertOpening(statements: readonly Statement[], context: ModelContext): void {
  const { draft, placeOf, patternOf } = context
  for (const statement of statements) {
    const call = callIn(statement)
    const place = placeOf(statement, 'on_open')
    const text = stringIn(call.args[0])
    if (isBranch(call)) convertBranch(statement, call, context, convertOpening)
    else if (/^(?:cmd|send)$/.test(call.name) && text !== undefined && isAboutEnable(call.condition))
      open(statement, text, patternOf(onlyToken(call.args[1])), context)
    else if (/^(?:cmd|send)$/.test(call.name) && namesEnable(call.args.flat())) draft.carried(place, 'ssh.enable')
    else if (call.name === 'sleep') draft.leftOut(place, message('definition_terminal_needless'))
    else draft.lost(place, message('definition_code_not_read'))
  }
}

function open(statement: Statement, text: string, question: string | undefined, context: ModelContext): void {
  const { draft, placeOf } = context
  const place = placeOf(statement, 'on_open')
  const [command = '', ...answers] = linesOf(text)
  if (answers.length > 0) return draft.lost(place, message('definition_answers_ahead'))
  if (command === '') return draft.leftOut(place, message('definition_terminal_needless'))
  if (!isEnableCommand(command)) return draft.addPrepare(place, command)
  const secret =
    question !== undefined && namesSecret(question) && draft.supports(place, question) ? question : undefined
  draft.ssh.enable = { command, ...(secret !== undefined && { secret }) }
  draft.carried(place, 'ssh.enable')
}

function convertClosing(statement: Statement, context: ModelContext): void {
  const { draft, placeOf } = context
  const { name, args } = callIn(statement)
  const text = stringIn(args[0])
  if (/^(?:cmd|send)$/.test(name) && text !== undefined) close(statement, text, context)
  else draft.lost(placeOf(statement, 'on_close'), message('definition_code_not_read'))
}

/** A document ends a session with at most three lines. */
const maxEnding = 3

function close(statement: Statement, text: string, { draft, placeOf }: ModelContext): void {
  const place = placeOf(statement, 'on_close')
  const before = [draft.ssh.logout ?? []].flat()
  const ending = [...before, ...linesOf(text)]
  const unknown = ending.find((line, at) => !isLogout(line) && (at === 0 || !isLogoutAnswer(line)))
  if (unknown !== undefined) return draft.lost(place, message('definition_logout_refused', { command: unknown }))
  if (ending.length > maxEnding) return draft.lost(place, message('definition_too_many', { max: maxEnding }))
  const [only = 'exit'] = ending
  draft.ssh.logout = ending.length === 1 ? only : ending
  draft.carried(place, 'ssh.logout')
}

function isBranch({ name }: Call): boolean {
  return /^(?:if|unless|elsif|else)$/.test(name)
}

/** Coffer itself decides whether it needs all rights: what depends on nothing else is read. */
function convertBranch(
  statement: Statement,
  { condition }: Call,
  context: ModelContext,
  convert: (statements: readonly Statement[], context: ModelContext) => void,
): void {
  const { block } = statement
  if (!block) return // a branch of the block around it
  if (isAboutEnable(condition)) return convert(block, context)
  context.draft.lost(context.placeOf(statement, 'other'), message('definition_code_not_read'))
}

function isAboutEnable(condition: readonly Token[]): boolean {
  return condition.length === 0 || namesEnable(condition)
}

function namesEnable(tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ text }) => text === 'vars') &&
    tokens.some(({ kind, text }) => kind === 'symbol' && text === 'enable')
  )
}

function linesOf(text: string): string[] {
  return text.replace(/[\r\n]+$/, '').split(/\r?\n|\r/)
}
