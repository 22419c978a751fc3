import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { message } from '../../messages/message.ts'
import { whyPatternRefused } from './document-pattern.ts'
import type { DocumentError, YamlSource } from './yaml-source.ts'

/** Errors that are examined to find the most specific ones: a list may contain an error in each item. */
const maxExamined = 500

/** Returns where the value of a source differs from a schema. */
export function schemaErrors(isValid: ValidateFunction, source: YamlSource): DocumentError[] {
  if (isValid(source.value)) return []
  return mostSpecific((isValid.errors ?? []).slice(0, maxExamined)).map((error) => {
    const path = pathOf(error.instancePath)
    if (error.keyword === 'additionalProperties') {
      const key = String(error.params['additionalProperty'])
      return source.at({ path: [...path, key], reason: message('document_key_unknown', { key }), isKey: true })
    }
    if (error.keyword === 'required') {
      const key = String(error.params['missingProperty'])
      return source.at({ path, reason: message('document_key_missing', { key }) })
    }
    const value = path.reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], source.value)
    const refused = error.keyword === 'format' ? whyPatternRefused(String(value)) : undefined
    return source.at({ path, reason: refused ?? message('document_value_invalid', { rule: ruleOf(error) }) })
  })
}

/** Of the errors of alternatives, only the deepest ones say what was meant. */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject[] {
  const isNullRule = ({ keyword, params }: ErrorObject) => keyword === 'type' && params['type'] === 'null'
  const wanted = errors.filter((error) => error.keyword !== 'if' && !isNullRule(error))
  const deepest = wanted.filter(
    (error) =>
      error.keyword !== 'anyOf' ||
      !wanted.some((other) => other !== error && other.instancePath.startsWith(error.instancePath)),
  )
  return deepest.filter(
    (error, at) =>
      deepest.findIndex(
        (other) =>
          other.instancePath === error.instancePath &&
          (other.keyword !== 'additionalProperties' ||
            other.params['additionalProperty'] === error.params['additionalProperty']),
      ) === at,
  )
}

function ruleOf({ keyword, params }: ErrorObject): string {
  return `${keyword} ${JSON.stringify(Object.values(params)[0] ?? '')}`
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
