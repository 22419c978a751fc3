const mib = 1024 * 1024

/** What the service takes at most, by kind. */
export const maxBytes = { csv: 32 * mib, json: 64 * mib } as const

export type FileKind = keyof typeof maxBytes

/** What is imported: bytes that were read once, so that what is written is what was looked at; or another inventory. */
export type ImportSource = FileSource | { kind: 'netbox'; url: string; token: string }

interface FileSource {
  kind: FileKind
  name: string
  bytes: Blob
}

export type FileFault = 'empty' | 'workbook' | 'tooLarge'

/**
 * What a file is, by its first bytes: a document begins with a brace, all else is taken for a table, which the service then
 * judges by its words.
 */
export function kindOfFile(size: number, head: Uint8Array): { kind: FileKind } | { fault: FileFault; most?: number } {
  if (size === 0) return { fault: 'empty' }
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) return { fault: 'workbook' }
  const kind = /^\ufeff?\s*\{/.test(new TextDecoder().decode(head)) ? 'json' : 'csv'
  return size > maxBytes[kind] ? { fault: 'tooLarge', most: maxBytes[kind] } : { kind }
}

/** What is known of a source once it is of no more use: a token is not kept for the rest of the day. */
export function withoutSecret(source: ImportSource): ImportSource {
  return source.kind === 'netbox' ? { ...source, token: '' } : source
}

/** @returns the request of an import, without who asks and for which customer */
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
