import type { FieldErrorCode } from '../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../shared/messages/message.ts'
import { platforms } from '../../../shared/platforms/registry.ts'

/** A violation that a JSON Schema validator reports: the keyword with its parameters (as ajv names them). */
export interface SchemaViolation {
  keyword: string
  params: Readonly<Record<string, unknown>>
}

/**
 * Returns the field error of a violated JSON Schema keyword. Keywords without a code of their own are `not_accepted`.
 */
export function schemaError({ keyword, params }: SchemaViolation): MessageOf<FieldErrorCode> {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return message('is_required')
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return message('unknown_field')
    case 'type':
      return message('wrong_type', { expected: [params['type']].flat().join('_or_') })
    case 'enum':
      return message('not_one_of', { allowed: (params['allowedValues'] as unknown[]).map(String) })
    case 'const':
      return message('must_equal', { value: String(params['allowedValue']) })
    case 'format':
      if (params['format'] === 'platform-id') return message('not_one_of', { allowed: platforms.map(({ id }) => id) })
      return message('format_invalid', { format: String(params['format']).replaceAll('-', '') })
    case 'pattern':
      return message('pattern_mismatch', { pattern: String(params['pattern']) })
    case 'minLength':
      return limit === 1 ? message('is_empty') : message('too_short', { min: limit })
    case 'maxLength':
      return message('too_long', { max: limit })
    case 'minItems':
      return limit === 1 ? message('is_empty') : message('too_few_items', { min: limit })
    case 'maxItems':
      return message('too_many_items', { max: limit })
    case 'minProperties':
      return message('too_few_fields', { min: limit })
    case 'maxProperties':
      return message('too_many_fields', { max: limit })
    case 'uniqueItems':
      return message('duplicate_items', { first: Number(params['j']), second: Number(params['i']) })
    case 'minimum':
      return message('below_minimum', { min: limit })
    case 'maximum':
      return message('above_maximum', { max: limit })
    case 'exclusiveMinimum':
      return message('not_above', { limit })
    case 'exclusiveMaximum':
      return message('not_below', { limit })
    case 'multipleOf':
      return message('not_multiple', { of: Number(params['multipleOf']) })
    case 'oneOf':
      return message(params['passingSchemas'] ? 'several_alternatives' : 'no_alternative')
    case 'anyOf':
      return message('no_alternative')
    case 'readOnly':
      return message('is_fixed')
    default:
      return message('not_accepted')
  }
}
