import type { NotBrowsable } from '../../shared/platforms/not-browsable.ts'

/** The archive may be good, its members stay unread. */
export class MembersUnreadable extends Error {
  readonly reason: NotBrowsable

  constructor(reason: NotBrowsable, detail: string) {
    super(detail)
    this.name = 'MembersUnreadable'
    this.reason = reason
  }
}

/** It breaks off, or a checksum in it is wrong: not to be kept. */
export class ArchiveDamaged extends Error {
  constructor(detail: string) {
    super(detail)
    this.name = 'ArchiveDamaged'
  }
}
