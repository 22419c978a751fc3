import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'

/** Rules of a field in a request schema of the contract. */
export interface FieldRules {
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly maxItems?: number
}

/**
 * Returns the error that the service would report; undefined if the value is valid. An empty optional value is valid,
 * because a form omits it. Lengths are counted in characters, as JSON Schema does.
 */
export function checkField(rules: FieldRules, value: unknown): MessageOf<FieldErrorCode> | undefined {
  if (value === '' || value === null || value === undefined) return rules.required ? message('is_required') : undefined
  if (Array.isArray(value)) {
    const { maxItems: max } = rules
    return max !== undefined && value.length > max ? message('too_many_items', { max }) : undefined
  }
  if (typeof value === 'number') return checkNumber(rules, value)
  return typeof value === 'string' ? checkText(rules, value) : undefined
}

function checkNumber({ minimum, maximum }: FieldRules, value: number): MessageOf<FieldErrorCode> | undefined {
  if (minimum !== undefined && value < minimum) return message('below_minimum', { min: minimum })
  if (maximum !== undefined && value > maximum) return message('above_maximum', { max: maximum })
  return undefined
}

function checkText(rules: FieldRules, value: string): MessageOf<FieldErrorCode> | undefined {
  const { minLength, maxLength, pattern } = rules
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return message('too_short', { min: minLength })
  if (maxLength !== undefined && length > maxLength) return message('too_long', { max: maxLength })
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return message('pattern_mismatch', { pattern })
  if (rules.enum && !rules.enum.includes(value)) return message('not_one_of', { allowed: rules.enum.map(String) })
  return undefined
}
