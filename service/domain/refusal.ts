import type { components } from '../../shared/contract/api-types.ts'

/** Stable words for programs; the contract lists them. */
export type ProblemCode = components['schemas']['ProblemCode']

/** What a refusal may carry beside its words; each is a field of the contract's Problem. */
export interface RefusalFields {
  code?: ProblemCode
  cause?: string
  errors?: { path: string; message: string }[]
  missing?: string
  missing_ids?: string[]
  level?: string
  limit_bytes?: number
  size_bytes?: number
  retry_after_seconds?: number
}

/** The domain's no: an answer that the caller can act on. Anything else that is thrown is our mistake. */
export class Refusal extends Error {
  readonly status: number
  readonly title: string
  readonly fields: RefusalFields

  constructor(status: number, title: string, detail: string, fields: RefusalFields = {}) {
    super(detail)
    this.status = status
    this.title = title
    this.fields = fields
  }
}

/** 422: one field's value cannot be used. `path` joins names and indexes by dots. */
export function refused(path: string, message: string): Refusal {
  return refusedFields([{ path, message }])
}

/** 422 for several fields at once. */
export function refusedFields(errors: { path: string; message: string }[]): Refusal {
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new Refusal(422, 'A value was refused', detail, { errors })
}

/** 404: unknown, or outside the caller's scope; the words are the same. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not found', 'There is no such object in your scope.')
}

/** 409: the object's state does not allow it. `code` is a stable word for programs. */
export function conflict(detail: string, code?: ProblemCode): Refusal {
  return new Refusal(409, 'Not in this state', detail, code ? { code } : {})
}

/** 409 for whatever needs keys that are gone for ever. */
export function keysDestroyed(): Refusal {
  return conflict(
    "The customer's keys were destroyed: its backups cannot be read any more, and no new ones can be made.",
    'keys_destroyed',
  )
}

/** 400: the request makes no sense as a whole. */
export function incoherent(detail: string): Refusal {
  return new Refusal(400, 'Incoherent request', detail)
}

/** 403: the role lacks a permission, the request aims at another customer (`tenant`), no token may it (`session`), or it needs the password again (`confirmation`). */
export function forbidden(missing: string): Refusal {
  return new Refusal(403, 'Not allowed', others[missing] ?? `Your role lacks ${missing}.`, { missing })
}

const others: Record<string, string> = {
  tenant: 'Your role is bound to another customer.',
  session: 'No API token may do this: log in.',
  confirmation:
    'This needs your password again: obtain a confirmation with POST /api/auth/confirm, and send it as X-Coffer-Confirmation.',
}

/** 413 with both sizes, in bytes for programs and in words for people. `what` names the limit, as "the preview limit". */
export function tooLarge(what: string, sizeBytes: number, limitBytes: number): Refusal {
  return new Refusal(
    413,
    'Too large',
    `${readableSizeAbove(sizeBytes, limitBytes)} is more than ${what} of ${readableSize(limitBytes)}.`,
    {
      limit_bytes: limitBytes,
      size_bytes: sizeBytes,
    },
  )
}

/** A size with enough digits to differ from a limit that it exceeds: `2.01 MiB` for one above `2 MiB`. */
function readableSizeAbove(bytes: number, limitBytes: number): string {
  const limit = readableSize(limitBytes, 3)
  for (let digits = 1; digits <= 3; digits += 1) {
    const size = readableSize(bytes, digits)
    if (Number.parseFloat(size) !== Number.parseFloat(limit)) return size
  }
  return `${bytes} bytes`
}

/** `2 MiB`, `5.3 KiB`, `17 bytes`. */
export function readableSize(bytes: number, digits = 1): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${Number.isInteger(value) ? value : value.toFixed(digits)} ${units[power]}`
}
