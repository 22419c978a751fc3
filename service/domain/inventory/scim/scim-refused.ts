/** Kinds of SCIM errors (RFC 7644, section 3.12). */
export type ScimType =
  'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget' | 'uniqueness'

/** A rejected SCIM request. The detail is for the provider's log, which is in English. */
export class ScimRefused extends Error {
  readonly status: number
  readonly scimType: ScimType | null
  /** For 403, what the audit log states as missing. */
  readonly missing: string | undefined

  constructor(status: number, scimType: ScimType | null, detail: string, missing?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.missing = missing
  }
}

/** Returns the error of an action that the caller may not do. `missing` is for the audit log. */
export function scimForbidden(detail: string, missing: string): ScimRefused {
  return new ScimRefused(403, null, detail, missing)
}

/** Returns the error of a value that the request may not have. */
export function invalidValue(detail: string): ScimRefused {
  return new ScimRefused(400, 'invalidValue', detail)
}

/** Returns the error of an id that does not exist at the provider of the caller. */
export function noResource(): ScimRefused {
  return new ScimRefused(404, null, 'The resource does not exist.')
}
