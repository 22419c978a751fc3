import type { ValidatorFieldError } from './validator-errors.ts'

/**
 * Returns a validator's errors without those of alternatives (`anyOf`) that do not apply to the value. For a repeatable
 * parameter, each error of its values is reported once.
 */
export function withoutOtherAlternatives(errors: readonly ValidatorFieldError[]): ValidatorFieldError[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ path }) => path)
  const reported = alternatives.reduce((rest, path) => reportOne(rest, path), [...errors])
  const distinct = reported.map((error): [string, ValidatorFieldError] => [
    JSON.stringify([error.path, error.keyword, error.params]),
    error,
  ])
  return [...new Map(distinct).values()]
}

function reportOne(errors: ValidatorFieldError[], path: string): ValidatorFieldError[] {
  const own = errors.filter((error) => error.path === path && error.keyword !== 'anyOf')
  const ofValues = errors.filter((error) => error.path.startsWith(`${path}/`))
  const ofValue = own.filter(({ keyword }) => keyword !== 'type')
  const isReported = ofValues.length > 0 ? ofValues : ofValue.length > 0 ? ofValue : own
  return errors.filter(
    (error) => (error.path !== path && !error.path.startsWith(`${path}/`)) || isReported.includes(error),
  )
}
