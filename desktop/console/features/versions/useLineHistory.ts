import { type MaybeRefOrGetter, type Ref, toValue } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

type Schemas = components['schemas']
export type LineOrigin = Schemas['LineOrigin']
export type LineHistory = Schemas['LineHistory']

/** Lines of one request, the most that the service accepts. */
const maxLinesPerRequest = 20_000

/** Reads since when the first `lines` lines of a version's normalised text exist, while `when` is true. */
export function useLineHistory(id: Ref<string>, lines: MaybeRefOrGetter<number>, when: MaybeRefOrGetter<boolean>) {
  const api = useApi()
  return useLatest(
    [id, () => toValue(lines)],
    async (signal) => {
      const pages: LineHistory[] = []
      for (let from = 1; from <= toValue(lines); from += maxLinesPerRequest) {
        const query = { from_line: from, max_lines: Math.min(maxLinesPerRequest, toValue(lines) - from + 1) }
        const params = { path: { version_id: id.value }, query }
        pages.push((await api.GET('/api/artifacts/versions/{version_id}/lines', { params, signal })).data!)
      }
      return pages.reduce(joinHistories)
    },
    { when },
  )
}

/** Joins the histories of successive ranges; an origin of both that is equally certain is listed once. */
export function joinHistories(first: LineHistory, second: LineHistory): LineHistory {
  const origins = [...first.origins]
  const places = second.origins.map((origin) => {
    const at = origins.findIndex((one) => isSameOrigin(one, origin))
    if (at < 0) return origins.push(origin) - 1
    origins[at] = { ...origins[at]!, lines: origins[at]!.lines + origin.lines }
    return at
  })
  const spans = second.spans.map((span) => ({ ...span, origin: places[span.origin]! }))
  return {
    ...(first.stopped === null && second.stopped !== null ? second : first),
    first_line: first.first_line,
    last_line: second.last_line,
    spans: [...first.spans, ...spans],
    origins,
    complete: first.complete && second.complete,
    stopped: first.stopped ?? second.stopped,
  }
}

function isSameOrigin(one: LineOrigin, other: LineOrigin): boolean {
  const isSameVersion = one.version_id === other.version_id && one.previous_version_id === other.previous_version_id
  return isSameVersion && JSON.stringify(one.doubts) === JSON.stringify(other.doubts)
}
