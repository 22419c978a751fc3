import type { DeliveryAttempt } from '../../../store/models/notification-delivery.ts'

/**
 * Returns the recipients of the next attempt, and whether earlier ones reached others. A recipient that accepted the message, or that
 * the server refused permanently, does not get it again. A delivery that ended and is resent goes to all.
 */
export function openRecipients(
  attempts: readonly DeliveryAttempt[],
  recipients: readonly string[],
): { open: string[]; hasReached: boolean } {
  const since = attempts.slice(attempts.findLastIndex(isLast) + 1)
  const outcomes = since.flatMap(({ recipients: outcome }) => outcome ?? [])
  const settled = new Set(outcomes.flatMap(({ accepted, refused }) => [...accepted, ...refused]))
  const hasReached = outcomes.some(({ accepted }) => accepted.length > 0)
  return { open: recipients.filter((address) => !settled.has(address)), hasReached }
}

function isLast({ error, isPermanent, isResent }: DeliveryAttempt): boolean {
  return error === null || isPermanent === true || isResent === true
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

/** Divides refusals: only those with a reply code of 500 or more are permanent. */
export function splitRefusals(refusals: readonly RecipientRefusal[]): Refusals {
  const isPermanent = ({ responseCode = 0 }: RecipientRefusal) => responseCode >= 500
  const addresses = (these: readonly RecipientRefusal[]) => these.flatMap(({ recipient }) => recipient ?? [])
  return {
    deferred: addresses(refusals.filter((refusal) => !isPermanent(refusal))),
    refused: addresses(refusals.filter(isPermanent)),
  }
}

/**
 * Returns whether a failed attempt shows that the mail server works: `works` if it accepted the mail for some recipients, `unknown` if
 * it only refused others again after earlier attempts reached some, `fails` otherwise.
 */
export function judgeServer(
  earlier: readonly DeliveryAttempt[],
  { recipients, isPermanent }: Pick<DeliveryAttempt, 'recipients' | 'isPermanent'>,
): 'works' | 'unknown' | 'fails' {
  if (!recipients || isPermanent) return 'fails'
  if (recipients.accepted.length > 0) return 'works'
  return openRecipients(earlier, []).hasReached ? 'unknown' : 'fails'
}
