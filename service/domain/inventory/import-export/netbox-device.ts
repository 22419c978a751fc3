/** The fields that Coffer uses of a device or virtual machine in NetBox's OpenAPI schema. */
export interface NetboxDevice {
  name: string | null
  /** For example `active`. */
  status: string | null
  /** With the prefix length. */
  primaryAddress: string | null
  platform: { slug: string; name: string } | null
  site: string | null
  /** By name; null if absent. */
  tags: string[] | null
}

/** The field whose type does not match NetBox's schema. */
export interface NetboxFault {
  field: string
}

/** Parses an entry of a list. The server is not trusted: any field may have any type. */
export function netboxDeviceOf(entry: Record<string, unknown>): NetboxDevice | NetboxFault {
  const { name = null, status = null, primary_ip: address = null, platform = null, site = null, tags = null } = entry
  if (!isText(name)) return { field: 'name' }
  if (!isRecord(status) || !isText(status?.['value'])) return { field: 'status' }
  if (!isRecord(address) || !isText(address?.['address'])) return { field: 'primary_ip' }
  if (!isRecord(platform) || !isText(platform?.['slug']) || !isText(platform?.['name'])) return { field: 'platform' }
  if (!isRecord(site) || !isText(site?.['name'])) return { field: 'site' }
  const tagNames = tags === null ? null : tagsIn(tags)
  if (tagNames === undefined) return { field: 'tags' }
  return {
    name,
    status: textIn(status, 'value'),
    primaryAddress: textIn(address, 'address'),
    platform: platform && { slug: textIn(platform, 'slug') ?? '', name: textIn(platform, 'name') ?? '' },
    site: textIn(site, 'name'),
    tags: tagNames,
  }
}

/** Returns undefined for an invalid list of tags. */
function tagsIn(tags: unknown): string[] | undefined {
  if (!Array.isArray(tags)) return undefined
  const names = tags.map((tag: unknown) => (isRecord(tag) && tag ? tag['name'] : undefined))
  return names.every((name) => typeof name === 'string') ? names : undefined
}

/** An absent value counts as null. */
function isText(value: unknown): value is string | null {
  return (value ?? null) === null || typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> | null {
  return value === null || (typeof value === 'object' && !Array.isArray(value))
}

function textIn(record: Record<string, unknown> | null, key: string): string | null {
  const value = record?.[key]
  return typeof value === 'string' ? value : null
}
