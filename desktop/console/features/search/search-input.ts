import type { components } from '../../../../shared/contract/api-types.ts'
import type { Query } from '../../ui/list-address.ts'

type SearchRequest = components['schemas']['SearchRequest']

/** A search; empty texts do not filter. */
export interface SearchInput {
  pattern: string
  regex: boolean
  ignoreCase: boolean
  /** Whether to find devices that lack such a line. */
  missing: boolean
  context: number
  /** Maximum number of devices. */
  limit: number
  platform: string
  site: string
  tag: string
  key: string
}

export const contexts = [0, 1, 2, 3, 5, 10, 20] as const
export const limits = [100, 1_000, 10_000] as const
const usualLimit = 1_000

export function parseSearchInput(query: Query): SearchInput {
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

/** Returns the search as an address; defaults are omitted. */
export function addressOf(input: SearchInput): Record<string, string> {
  const { pattern, regex, ignoreCase, missing, context, limit, platform, site, tag, key } = input
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

/** Converts to the API's request. The service rejects unknown platforms. */
export function requestOf(input: SearchInput): SearchRequest {
  const { pattern, regex, ignoreCase, missing, context, limit, platform, site, tag, key } = input
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
