import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { TextKind } from './useComparison.ts'

type Part = 'device' | 'artifact' | 'from' | 'to' | 'text' | 'list'

/** Reads and changes the comparison in the address. */
export function useCompareAddress() {
  const route = useRoute()
  const router = useRouter()

  function asked(part: Part): string | undefined {
    const value = route.query[part]
    return typeof value === 'string' ? value : undefined
  }

  /** Changing the device or lineage adds a history entry; undefined parts are removed. */
  function go(parts: Partial<Record<Part, string | undefined>>, way: 'push' | 'replace' = 'replace') {
    const query = Object.entries({ ...route.query, ...parts }).filter(([, value]) => value !== undefined)
    void router[way]({ query: Object.fromEntries(query) })
  }

  const kind = computed<TextKind>({
    get: () => (asked('text') === 'raw' ? 'raw' : 'normalised'),
    set: (wanted) => go({ text: wanted === 'raw' ? 'raw' : undefined }),
  })

  /** Order of the lineage's changes. */
  const order = computed<'date' | 'size'>({
    get: () => (asked('list') === 'size' ? 'size' : 'date'),
    set: (wanted) => go({ list: wanted === 'size' ? 'size' : undefined }),
  })

  return { asked, go, kind, order }
}
