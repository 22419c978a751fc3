/** A device or virtual machine as NetBox tells it; of its OpenAPI schema what is used here. */
export interface NetboxDevice {
  name: string | null
  /** As `active`. */
  status: string | null
  /** With the length of its prefix. */
  primaryAddress: string | null
  platform: { slug: string; name: string } | null
  site: string | null
  /** By name; null where it does not say. */
  tags: string[] | null
}

/** Which field is of a shape that no NetBox gives it. */
export interface NetboxFault {
  field: string
}

/** What one entry of a list says. Whoever answers as a NetBox may have written anything into it. */
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

/** Undefined where they are none. */
function tagsIn(tags: unknown): string[] | undefined {
  if (!Array.isArray(tags)) return undefined
  const names = tags.map((tag: unknown) => (isRecord(tag) && tag ? tag['name'] : undefined))
  return names.every((name) => typeof name === 'string') ? names : undefined
}

/** Absent is as good as null. */
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
