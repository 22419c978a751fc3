import type { Request } from 'express'
import type { PresentedApproval } from '../domain/kernel/context.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'
import { sha256 } from '../domain/kernel/sha256.ts'
import { isUuid } from './named-objects.ts'

/** Carries the id of an approved request. */
const approvalHeader = 'x-coffer-approval'

/** Percent-encoded UTF-8: asks for an approval instead of failing without one. */
const reasonHeader = 'x-coffer-approval-reason'

const longestReason = 500

/**
 * Returns the approval that a request presents.
 * @throws DomainError approval_not_valid for a header that is no id
 */
export function readPresentedApproval(req: IdentifiedRequest & Pick<Request, 'headers'>): PresentedApproval {
  const id = req.headers[approvalHeader]
  if (id !== undefined && (typeof id !== 'string' || !isUuid(id))) throw new DomainError('approval_not_valid')
  return { id: id?.toLowerCase() ?? null, fingerprint: () => requestFingerprint(req) }
}

/** Returns the SHA-256 of what identifies a request: its method, path with query, and what it sends. */
export function requestFingerprint(req: IdentifiedRequest): Buffer {
  return sha256(JSON.stringify([req.method, req.originalUrl, sorted(sentContent(req) ?? null)]))
}

type IdentifiedRequest = Pick<Request, 'method' | 'originalUrl' | 'body'>

/** Returns the body of a request. Each file of a form is an object with its SHA-256, in hexadecimal. */
export function sentContent(req: Pick<Request, 'body'>): unknown {
  const files = 'files' in req && Array.isArray(req.files) ? (req.files as UploadedFile[]) : []
  const body: unknown = req.body
  if (files.length === 0) return body
  const hashes = files.map(({ fieldname, buffer }) => [fieldname, { sha256: sha256(buffer).toString('hex') }])
  return { ...(body as object), ...Object.fromEntries(hashes) }
}

interface UploadedFile {
  fieldname: string
  buffer: Buffer
}

/**
 * Returns the reason with which the caller asks for an approval; null without one.
 * @throws DomainError approval_reason_invalid
 */
export function approvalReason({ headers }: Pick<Request, 'headers'>): string | null {
  const given = headers[reasonHeader]
  if (given === undefined) return null
  const reason = typeof given === 'string' ? decoded(given).trim() : ''
  if (reason === '' || [...reason].length > longestReason || /\p{Cc}/u.test(reason)) {
    throw new DomainError('approval_reason_invalid', { max: longestReason })
  }
  return reason
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The order of members in JSON has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { members: members.map(([name, member]) => [name, sorted(member)]) } // unlike a list
}
