import type { DeliveryAttempt } from '../../../store/models/notification-delivery.ts'

/**
 * Returns the recipients of the next attempt, and whether earlier ones reached others. A recipient that accepted the message, or that
 * the server refused permanently, does not get it again. A delivery that ended and is sent again goes to all.
 */
export function openRecipients(
  attempts: readonly DeliveryAttempt[],
  recipients: readonly string[],
): { open: string[]; hasReached: boolean } {
  const since = attempts.slice(attempts.findLastIndex(({ error, isPermanent }) => error === null || isPermanent) + 1)
  const outcomes = since.flatMap(({ recipients: outcome }) => outcome ?? [])
  const settled = new Set(outcomes.flatMap(({ accepted, refused }) => [...accepted, ...refused]))
  const hasReached = outcomes.some(({ accepted }) => accepted.length > 0)
  return { open: recipients.filter((address) => !settled.has(address)), hasReached }
}

/** An answer of a mail server to one recipient. */
interface RecipientRefusal {
  recipient?: string | undefined
  responseCode?: number | undefined
}

/** Recipients that a mail server refused temporarily, and permanently. */
export interface Refusals {
  deferred: string[]
  refused: string[]
}

/** Divides refusals: those with a reply code below 500 are temporary. */
export function splitRefusals(refusals: readonly RecipientRefusal[]): Refusals {
  const isTemporary = ({ responseCode }: RecipientRefusal) => responseCode !== undefined && responseCode < 500
  const addresses = (these: readonly RecipientRefusal[]) => these.flatMap(({ recipient }) => recipient ?? [])
  return {
    deferred: addresses(refusals.filter(isTemporary)),
    refused: addresses(refusals.filter((one) => !isTemporary(one))),
  }
}

/** Whether an attempt reached some recipients and is repeated for others: the mail server works. */
export function isPartial({ recipients, isPermanent }: Pick<DeliveryAttempt, 'recipients' | 'isPermanent'>): boolean {
  return recipients !== undefined && !isPermanent
}
