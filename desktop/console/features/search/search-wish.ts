import type { components } from '../../../../shared/contract/api-types.ts'
import type { Query } from '../../ui/list-address.ts'

type SearchRequest = components['schemas']['SearchRequest']

/** What somebody looks for; empty texts do not filter. */
export interface SearchInput {
  pattern: string
  regex: boolean
  ignoreCase: boolean
  /** Devices that lack such a line. */
  missing: boolean
  context: number
  /** Devices that are shown at most. */
  limit: number
  platform: string
  site: string
  tag: string
  key: string
}

export const contexts = [0, 1, 2, 3, 5, 10, 20] as const
export const limits = [100, 1_000, 10_000] as const
const usualLimit = 1_000

export function searchInput(query: Query): SearchInput {
  const text = (name: string) => {
    const value = query[name]
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }
  const context = Number(text('context'))
  const limit = Number(text('limit'))
  return {
    pattern: text('q'),
    regex: text('regex') === 'true',
    ignoreCase: text('ignore_case') === 'true',
    missing: text('missing') === 'true',
    context: contexts.find((one) => one === context) ?? 0,
    limit: limits.find((one) => one === limit) ?? usualLimit,
    platform: text('platform'),
    site: text('site'),
    tag: text('tag'),
    key: text('key'),
  }
}

/** The part of an address that says it; what is as usual is left out. */
export function addressOf(wish: SearchInput): Record<string, string> {
  const { pattern, regex, ignoreCase, missing, context, limit, platform, site, tag, key } = wish
  return {
    ...(pattern && { q: pattern }),
    ...(regex && { regex: 'true' }),
    ...(ignoreCase && { ignore_case: 'true' }),
    ...(missing && { missing: 'true' }),
    ...(context > 0 && { context: String(context) }),
    ...(limit !== usualLimit && { limit: String(limit) }),
    ...(platform && { platform }),
    ...(site && { site }),
    ...(tag && { tag }),
    ...(key && { key }),
  }
}

/** What it is to the API. A platform of another version of the service is for the service to refuse. */
export function requestOf(wish: SearchInput): SearchRequest {
  const { pattern, regex, ignoreCase, missing, context, limit, platform, site, tag, key } = wish
  return {
    pattern,
    regex,
    ignore_case: ignoreCase,
    missing,
    context: missing ? 0 : context,
    limit,
    ...(platform && { platform: platform as SearchRequest['platform'] }),
    ...(site && { site }),
    ...(tag && { tag }),
    ...(key && { key }),
  }
}
