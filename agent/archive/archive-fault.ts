import type { NotBrowsable } from '../../shared/platforms/not-browsable.ts'

/** The members cannot be read. The archive itself may be intact. */
export class MembersUnreadable extends Error {
  readonly reason: NotBrowsable

  constructor(reason: NotBrowsable, detail: string) {
    super(detail)
    this.name = 'MembersUnreadable'
    this.reason = reason
  }
}

/** The archive is truncated or a checksum in it is wrong. It must not be stored. */
export class ArchiveDamaged extends Error {
  constructor(detail: string) {
    super(detail)
    this.name = 'ArchiveDamaged'
  }
}
