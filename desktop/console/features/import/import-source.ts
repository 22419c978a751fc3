const mib = 1024 * 1024

/** The service's size limits, by kind. */
export const maxBytes = { csv: 32 * mib, json: 64 * mib } as const

export type FileKind = keyof typeof maxBytes

/** Source of an import: bytes read once, so that the previewed content is what is written; or another inventory. */
export type ImportSource = FileSource | { kind: 'netbox'; url: string; token: string }

interface FileSource {
  kind: FileKind
  name: string
  bytes: Blob
}

export type FileFault = 'empty' | 'workbook' | 'tooLarge'

/**
 * Detects the type of a file by its first bytes: a document begins with a brace, anything else is a table, which the
 * service validates.
 */
export function kindOfFile(size: number, head: Uint8Array): { kind: FileKind } | { fault: FileFault; most?: number } {
  if (size === 0) return { fault: 'empty' }
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) return { fault: 'workbook' }
  const kind = /^\ufeff?\s*\{/.test(new TextDecoder().decode(head)) ? 'json' : 'csv'
  return size > maxBytes[kind] ? { fault: 'tooLarge', most: maxBytes[kind] } : { kind }
}

/** Returns a used source without its token, which must not remain in memory. */
export function withoutSecret(source: ImportSource): ImportSource {
  return source.kind === 'netbox' ? { ...source, token: '' } : source
}

/** Returns the request of an import, without credentials and customer. */
export function requestOf(source: ImportSource): { path: string; init: RequestInit } {
  const path = `/api/inventory/import/${source.kind}`
  const headers = { 'content-type': 'application/json' }
  if (source.kind === 'netbox') {
    const token = source.token.trim()
    const body = JSON.stringify({ url: source.url.trim(), ...(token && { token }) })
    return { path, init: { method: 'POST', headers, body } }
  }
  if (source.kind === 'json') return { path, init: { method: 'POST', headers, body: source.bytes } }
  const body = new FormData()
  body.append('file', source.bytes, source.name)
  return { path, init: { method: 'POST', body } }
}
