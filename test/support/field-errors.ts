/** A field error without its sentence, which tests do not depend on. */
interface CodedError {
  path: string
  code: string
  params: Record<string, unknown>
}

/** Returns the field errors of a problem, or of a device named in a change, without their sentences. */
export function codedErrors({ errors = [] }: { errors?: CodedError[] }): CodedError[] {
  return errors.map(({ path, code, params }) => ({ path, code, params }))
}
