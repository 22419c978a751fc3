import { pseudonymKey } from '../../../../shared/platforms/pseudonym.ts'
import { type PlatformSource, resolvePlatform } from '../../../../shared/platforms/stored-platform.ts'
import { type TextView, canMask } from '../../../../shared/platforms/text-view.ts'
import { permissionMissing } from '../../kernel/domain-error.ts'
import type { ContentContext } from './content-context.ts'

/**
 * Returns how the caller reads the texts of a tenant. Every function that reads a text for a caller asks for it.
 * @throws KeysDestroyed
 */
export async function viewFor(
  { readsSecrets, keys }: Pick<ContentContext, 'readsSecrets' | 'keys'>,
  tenantId: string,
): Promise<TextView> {
  if (readsSecrets) return 'whole'
  return { pseudonymKey: pseudonymKey((await keys.of(tenantId)).dataKey) }
}

/** @throws DomainError permission_missing for a text that the view cannot show */
export function requireVisible(view: TextView, { platform, key }: { platform: PlatformSource; key: string }): void {
  if (view !== 'whole' && !canMask(resolvePlatform(platform), key)) throw permissionMissing('secret:read')
}

/** @throws DomainError permission_missing for content that is never masked: archives, trees and their files */
export function requireSecrets({ readsSecrets }: Pick<ContentContext, 'readsSecrets'>): void {
  if (!readsSecrets) throw permissionMissing('secret:read')
}

/** Returns the part of an audit record that says that texts were masked. */
export function maskedDetail({ readsSecrets }: Pick<ContentContext, 'readsSecrets'>): { masked?: true } {
  return readsSecrets ? {} : { masked: true }
}
