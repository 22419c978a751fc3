import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../../ui/states.ts'

type Exchange = Pick<components['schemas']['DryRunExchange'], 'transcript' | 'matches'>
type Rule = components['schemas']['DryRunRule']

/** A line of a transcript, and the keys of the rules that match it. */
export interface MatchedLine {
  number: number
  text: string
  rules: Rule[]
  /** Of the most important rule. */
  tone?: Tone
}

/** The rules of each tone, the most important tone first. */
const tones: readonly (readonly [Tone, readonly Rule[]])[] = [
  ['bad', ['error', 'denied', 'busy', 'broken']],
  ['warn', ['secret', 'absent', 'syslog']],
  ['good', ['first', 'last', 'contains', 'fact']],
  ['info', ['prompt', 'lead', 'login', 'pager']],
  ['quiet', ['ignored', 'volatile', 'sorted', 'skip', 'preamble']],
]

/** Returns the lines of a transcript, numbered from 1. */
export function matchedLines({ transcript, matches }: Exchange): MatchedLine[] {
  if (transcript === '') return []
  const rules = new Map<number, Set<Rule>>()
  for (const { rule, lines } of matches) for (const at of lines) rules.set(at, (rules.get(at) ?? new Set()).add(rule))
  return transcript.split('\n').map((text, at) => {
    const found = [...(rules.get(at + 1) ?? [])]
    const tone = tones.find(([, keys]) => keys.some((key) => found.includes(key)))?.[0]
    return { number: at + 1, text, rules: found, ...(tone && { tone }) }
  })
}
