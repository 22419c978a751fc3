import type { Settings } from './settings.ts'

/**
 * Returns every secret of the settings in each form that could be logged: the password of a URL also as encoded in the
 * URL.
 */
export function secretsOf({ masterKey, admin, database, objectStore, traces }: Settings): string[] {
  const urls = database === 'embedded' ? [] : Object.values(database)
  const bucket = objectStore === 'disk' ? [] : [objectStore.accessKeyId, objectStore.secretAccessKey]
  const headers = Object.values(traces?.headers ?? {}).filter(({ length }) => length >= 8)
  return [masterKey, admin.password, ...urls.flatMap(passwordsIn), ...bucket, ...headers].filter(
    (secret) => secret !== null,
  )
}

/** Returns the passwords in a database URL, decoded and encoded. */
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
