import type { components } from '../../../shared/contract/api-types.ts'

/** Stable words for programs; the contract lists them. */
export type ProblemCode = components['schemas']['ProblemCode']

/** The code of a refusal and what it may carry beside it; each is a field of the contract's Problem. */
export interface RefusalFields {
  code: ProblemCode
  cause?: string
  missing?: string
  missing_ids?: string[]
  level?: string
  limit_bytes?: number
  size_bytes?: number
  retry_after_seconds?: number
}

/** The domain's no: an answer that the caller can act on. Anything else that is thrown is our mistake. */
export abstract class Refusal extends Error {
  readonly status: number
  readonly title: string
  readonly fields: RefusalFields

  constructor(status: number, title: string, detail: string, fields: RefusalFields) {
    super(detail)
    this.status = status
    this.title = title
    this.fields = fields
  }
}

/** `2 MiB`, `5.3 KiB`, `17 bytes`. */
export function readableSize(bytes: number, digits = 1): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${Number.isInteger(value) ? value : value.toFixed(digits)} ${units[power]}`
}
