/** Members that hold a secret, wherever they stand (document of the Dashboard API 1.42, all GETs). */
const secretNames = /^(?:psk|passphrase|secret|sharedSecret|password|radiusSecret|authKey|privKey)$/i

/** What stands where a secret was; its spelling is not documented, so everything of this kind counts. */
const mask = /^[*•]+$/

/** Long enough to be no wildcard, under whatever name. */
const longMask = /^[*•]{3,}$/

/**
 * Where secrets are masked, empty or left out, as `name.of[0].members`: an administrator who may only read is not shown
 * them. What the vendor shows to nobody (secrets of RADIUS servers and webhooks) does not count.
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

/** An SSID with a key of its own, which an administrator with full rights is shown. */
function lacksPsk(entry: object): boolean {
  return 'authMode' in entry && entry.authMode === 'psk' && !('psk' in entry)
}

function placeOf(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}
