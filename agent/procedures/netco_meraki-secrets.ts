/** Members that contain a secret, in any position (document of the Dashboard API 1.42, all GETs). */
const secretNames = /^(?:psk|passphrase|secret|sharedSecret|password|radiusSecret|authKey|privKey)$/i

/** A masked secret. Its format is not documented, so all asterisks and bullets count. */
const mask = /^[*•]+$/

/** Long enough not to be a wildcard, in any member. */
const longMask = /^[*•]{3,}$/

/**
 * Returns where secrets are masked, empty or missing, as `name.of[0].members`: a read-only administrator does not see
 * them. Secrets that the vendor shows to no account (of RADIUS servers and webhooks) do not count.
 */
export function maskedPlaces(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, at) => maskedPlaces(entry, `${place}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  const own = lacksPsk(value) ? [placeOf(place, 'psk')] : []
  return own.concat(
    Object.entries(value).flatMap(([name, member]) =>
      isMasked(name, member) ? [placeOf(place, name)] : maskedPlaces(member, placeOf(place, name)),
    ),
  )
}

function isMasked(name: string, member: unknown): boolean {
  if (secretNames.test(name))
    return member === null || member === '' || (typeof member === 'string' && mask.test(member))
  return typeof member === 'string' && longMask.test(member)
}

/** Whether an SSID with its own key lacks it. An administrator with full access sees it. */
function lacksPsk(entry: object): boolean {
  return 'authMode' in entry && entry.authMode === 'psk' && !('psk' in entry)
}

function placeOf(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}
