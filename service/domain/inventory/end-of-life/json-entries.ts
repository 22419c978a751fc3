import { invalidField } from '../../kernel/domain-error.ts'

/** A row with the number of its line. */
export interface TableLine {
  line: number
  values: Partial<Record<string, unknown>>
}

/**
 * Returns the objects of a JSON array, each with the line on which it begins.
 * @throws DomainError validation_failed if it is no array of objects
 */
export function jsonEntries(text: string): TableLine[] {
  const values = parseArray(text)
  const lines = lineNumbers(text)
  return values.map((value, at) => ({ line: lines[at] ?? 0, values: value }))
}

function parseArray(text: string): Record<string, unknown>[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidField('source', 'json_unreadable')
  }
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!Array.isArray(value) || !value.every(isObject)) throw invalidField('source', 'json_unreadable')
  return value as Record<string, unknown>[]
}

/** Returns the lines of the objects directly within an array, in valid JSON. */
function lineNumbers(text: string): number[] {
  const found: number[] = []
  let line = 1
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}\n]/g)) {
    if (token === '\n') line++
    else if (token === '[' || token === '{') {
      if (depth === 1) found.push(line)
      depth++
    } else if (token === ']' || token === '}') depth--
  }
  return found
}
