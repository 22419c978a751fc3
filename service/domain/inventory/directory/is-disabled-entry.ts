/** Attributes that say whether an account may be used. */
export const statusAttributes = [
  'userAccountControl',
  'accountExpires',
  'pwdAccountLockedTime',
  'nsAccountLock',
  'shadowExpire',
]

const accountDisabled = 2
const dayMs = 86_400_000

/** Milliseconds between 1601, from which Active Directory counts in units of 100 ns, and 1970. */
const filetimeOffsetMs = 11_644_473_600_000n
const neverExpires = 9_223_372_036_854_775_807n

/** Whether an account is disabled, locked or expired, by the attributes of common directories. */
export function isDisabledEntry(valueOf: (name: string) => string | undefined, now: Date): boolean {
  const flags = Number(valueOf('userAccountControl') ?? 0)
  const shadowDay = Number(valueOf('shadowExpire') ?? -1)
  return (
    (flags & accountDisabled) !== 0 ||
    (valueOf('pwdAccountLockedTime') ?? '') !== '' ||
    valueOf('nsAccountLock')?.toLowerCase() === 'true' ||
    (shadowDay >= 0 && shadowDay * dayMs <= now.getTime()) ||
    isExpiredAt(valueOf('accountExpires'), now)
  )
}

function isExpiredAt(text: string | undefined, now: Date): boolean {
  if (text === undefined || !/^\d{1,19}$/.test(text)) return false
  const ticks = BigInt(text)
  if (ticks === 0n || ticks === neverExpires) return false
  return ticks / 10_000n - filetimeOffsetMs <= BigInt(now.getTime())
}
