import type { ErrorObject } from 'ajv'
import util from 'express-openapi-validator/dist/middlewares/util.js'

/** One error of the contract's validator. `keyword` is absent if the validator rejects without a schema. */
export interface ValidatorFieldError {
  /** A pointer such as `/body/options/paths/0` or `/query/limit`. */
  path: string
  keyword?: string
  params?: Record<string, unknown>
}

/**
 * Makes express-openapi-validator keep the keyword and the parameters of ajv's errors. Version 5.6.2 (the newest) turns
 * each into `{ path, message, errorCode }`, has no option for more, and drops `params`; limits and allowed values would
 * remain only in the sentence. Its middleware calls this function through the exports of its module, so one replacement
 * applies to all validators of the process. `test/service/http/validator-errors.test.ts` fails if a new version works
 * differently.
 */
export function keepParameters(): void {
  if (util.ajvErrorsToValidatorError === withParameters) return
  original = util.ajvErrorsToValidatorError
  util.ajvErrorsToValidatorError = withParameters
}

let original: typeof util.ajvErrorsToValidatorError

function withParameters(status: number, errors: ErrorObject[]) {
  const converted = original(status, errors)
  const kept = converted.errors.map((error, at) => ({
    ...error,
    keyword: errors[at]?.keyword,
    params: errors[at]?.params,
  }))
  return { ...converted, errors: kept }
}
