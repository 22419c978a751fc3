/**
 * Why a conversation with an rsync server ended badly.
 * `refused`: it said something that the protocol, or our own limits on hostile senders, do not allow; `ended`: it closed
 * the channel too early; `silent`: nothing came for the set time; `not_rsync`: the first bytes are no greeting;
 * `too_old`: it speaks a protocol below 30; `limit`: the tree is larger than the limits that the caller set.
 */
export type RsyncFaultKind = 'refused' | 'ended' | 'silent' | 'not_rsync' | 'too_old' | 'limit'

/** A conversation with an rsync server that cannot go on. The message says what was wrong, without saying what to try. */
export class RsyncFault extends Error {
  override readonly name = 'RsyncFault'
  readonly kind: RsyncFaultKind

  constructor(kind: RsyncFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A fault of the kind `refused`. */
export function refuse(message: string): RsyncFault {
  return new RsyncFault('refused', message)
}
