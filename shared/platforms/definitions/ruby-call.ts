import type { Statement } from './ruby-statements.ts'
import type { Token } from './ruby-tokens.ts'

/** A call of a method without a receiver, such as `cmd 'show version', if: x`. */
export interface Call {
  name: string
  /** Between commas, without brackets around all of them. */
  args: Token[][]
  /** What follows `if` or `unless` behind the call. */
  condition: Token[]
}

/** Returns the call of a statement. For `if` and its branches, the condition is in `condition`. */
export function callIn({ tokens }: Statement): Call {
  const [first, ...others] = tokens
  const name = first?.kind === 'word' ? first.text : ''
  if (/^(?:if|unless|elsif|else)$/.test(name)) return { name, args: [], condition: others }
  const block = others.findIndex(({ kind, text }) => kind === 'word' && text === 'do')
  const line = block === -1 ? others : others.slice(0, block)
  const modifier = line.findIndex(({ kind, text }) => kind === 'word' && /^(?:if|unless)$/.test(text))
  const given = modifier === -1 ? line : line.slice(0, modifier)
  return { name, args: argumentsIn(given), condition: modifier === -1 ? [] : line.slice(modifier) }
}

/** Returns the only token of an argument. */
export function onlyToken(arg: readonly Token[] | undefined): Token | undefined {
  return arg?.length === 1 ? arg[0] : undefined
}

/** Returns the text of an argument that is a string without code. */
export function stringIn(arg: readonly Token[] | undefined): string | undefined {
  const token = onlyToken(arg)
  return token?.kind === 'string' && !token.isComputed ? token.text : undefined
}

/** Returns all tokens of a statement and of the blocks in it. */
export function allTokens({ tokens, block = [] }: Statement): Token[] {
  return [...tokens, ...block.flatMap(allTokens)]
}

function argumentsIn(tokens: readonly Token[]): Token[][] {
  const isWrapped = tokens[0]?.text === '(' && tokens.at(-1)?.text === ')'
  const args: Token[][] = []
  let depth = 0
  for (const token of isWrapped ? tokens.slice(1, -1) : tokens) {
    if (token.kind === 'mark' && /^[([{]$/.test(token.text)) depth++
    if (token.kind === 'mark' && /^[)\]}]$/.test(token.text)) depth--
    const isComma = token.kind === 'mark' && token.text === ',' && depth === 0
    if (isComma || args.length === 0) args.push([])
    if (!isComma) args.at(-1)?.push(token)
  }
  return args
}
