import { type PatternNode, single } from './parse-pattern.ts'

/**
 * Returns the longest text that every match of a pattern contains, so that lines without it can be skipped; '' if there
 * is none.
 * @param isUsable which code units it may contain
 */
export function requiredLiteral(node: PatternNode, isUsable: (code: number) => boolean): string {
  return longest(literals(node, isUsable))
}

/** `exact`: the only text that it matches. `inside`: texts that each match contains. */
interface Literals {
  exact: string | null
  inside: string[]
}

function literals(node: PatternNode, isUsable: (code: number) => boolean): Literals {
  if (node.kind === 'assert') return { exact: '', inside: [] }
  if (node.kind === 'set') {
    const code = node.isNegated ? null : single(node.ranges)
    return { exact: code !== null && isUsable(code) ? String.fromCharCode(code) : null, inside: [] }
  }
  if (node.kind === 'group') return literals(node.of, isUsable)
  if (node.kind === 'either') return { exact: null, inside: [] }
  if (node.kind === 'repeat') {
    const of = literals(node.of, isUsable)
    if (node.min === 0) return { exact: null, inside: [] }
    return { exact: node.max === 1 ? of.exact : null, inside: [...of.inside, of.exact ?? ''] }
  }
  const inside: string[] = []
  let run = ''
  let isExact = true
  for (const part of node.parts) {
    const of = literals(part, isUsable)
    if (of.exact !== null) run += of.exact
    else {
      isExact = false
      inside.push(run, ...of.inside)
      run = ''
    }
  }
  return { exact: isExact ? run : null, inside: [...inside, run] }
}

function longest({ exact, inside }: Literals): string {
  return [exact ?? '', ...inside].reduce((best, text) => (text.length > best.length ? text : best), '')
}
