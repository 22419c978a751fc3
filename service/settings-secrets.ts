import type { Settings } from './settings.ts'

/** Every secret among the settings, as it could be quoted: an address's password also as it stands in the address. */
export function secretsOf({ masterKey, admin, database, objectStore }: Settings): string[] {
  const urls = database === 'embedded' ? [] : Object.values(database)
  const bucket = objectStore === 'disk' ? [] : [objectStore.accessKeyId, objectStore.secretAccessKey]
  return [masterKey, admin.password, ...urls.flatMap(passwordsIn), ...bucket].filter((secret) => secret !== null)
}

/** The password of a database's address. */
export function passwordsIn(url: string): string[] {
  const parsed = URL.parse(url)
  if (!parsed) return []
  const written = [parsed.password, parsed.searchParams.get('password') ?? '']
  return [...new Set(written.flatMap((text) => [text, unescaped(text)]))].filter((text) => text !== '')
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
