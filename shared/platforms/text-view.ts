import { isExtraKey } from './extra-commands.ts'
import { type TextMask, createTextMask } from './mask-text.ts'
import type { Platform } from './platform.ts'

/** How texts are read: as they are, or with pseudonyms of their secrets, under a key of the tenant. */
export type TextView = 'whole' | { pseudonymKey: Uint8Array }

/**
 * Returns whether the secrets of a text can be masked: its platform names them, and its form is the one that the patterns
 * are for. Extra commands show anything in any form.
 * @param key of the artifact
 */
export function canMask(platform: Platform | undefined, key: string): platform is Platform {
  if (!platform?.secrets?.length || isExtraKey(key)) return false
  return platform.artifacts[key]?.secret !== true
}

/**
 * Returns a text, as collected or normalised, as the view shows it.
 * @throws Error for a text that cannot be masked
 */
export function viewText(
  view: TextView,
  { platform, key }: { platform: Platform | undefined; key: string },
  text: Uint8Array,
): Uint8Array {
  if (view === 'whole') return text
  if (!canMask(platform, key)) throw new Error(`texts of ${key} cannot be masked`)
  return maskOf(platform, view.pseudonymKey)(text)
}

/** The last mask of each platform: a task reads many texts with the same one. */
const masks = new WeakMap<Platform, { pseudonymKey: Uint8Array; mask: TextMask }>()

function maskOf(platform: Platform, pseudonymKey: Uint8Array): TextMask {
  const known = masks.get(platform)
  if (known && Buffer.compare(known.pseudonymKey, pseudonymKey) === 0) return known.mask
  const mask = createTextMask(platform, pseudonymKey)
  masks.set(platform, { pseudonymKey, mask })
  return mask
}
