import type { Response } from 'express'
import type { components } from '../../shared/contract/api-types.ts'
import { ScimRefused, type ScimType } from '../domain/inventory/scim/scim-refused.ts'
import type { DomainError } from '../domain/kernel/domain-error.ts'

/** The media type of SCIM (RFC 7644, section 8.1). */
export const scimMediaType = 'application/scim+json'

/** Whether a path is one of SCIM, whose errors are not problems. */
export function isScimPath(path: string): boolean {
  return path.toLowerCase().startsWith('/api/scim/')
}

/** Writes an error as SCIM defines it. Providers know 400 for an invalid request, and not 422. */
export function sendScimError(res: Response, error: DomainError | ScimRefused): void {
  const status = error.status === 422 ? 400 : error.status
  const scimType = error instanceof ScimRefused ? error.scimType : scimTypes[error.code]
  const body: components['schemas']['ScimError'] = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail: error.message,
  }
  res.status(status).type(scimMediaType).send(JSON.stringify(body))
}

const scimTypes: Partial<Record<DomainError['code'], ScimType>> = {
  validation_failed: 'invalidValue',
  body_not_json: 'invalidSyntax',
  body_not_text: 'invalidSyntax',
  body_not_utf8: 'invalidSyntax',
  email_taken: 'uniqueness',
  last_admin: 'mutability',
}
