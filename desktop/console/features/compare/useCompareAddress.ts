import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { TextKind } from './useComparison.ts'

type Part = 'device' | 'artifact' | 'from' | 'to' | 'text' | 'list'

/** What the address says of the comparison, and the way to say something else there. */
export function useCompareAddress() {
  const route = useRoute()
  const router = useRouter()

  function asked(part: Part): string | undefined {
    const value = route.query[part]
    return typeof value === 'string' ? value : undefined
  }

  /** A step to another device or lineage is one that "back" takes back; what is undefined is left out. */
  function go(parts: Partial<Record<Part, string | undefined>>, way: 'push' | 'replace' = 'replace') {
    const query = Object.entries({ ...route.query, ...parts }).filter(([, value]) => value !== undefined)
    void router[way]({ query: Object.fromEntries(query) })
  }

  const kind = computed<TextKind>({
    get: () => (asked('text') === 'raw' ? 'raw' : 'normalised'),
    set: (wanted) => go({ text: wanted === 'raw' ? 'raw' : undefined }),
  })

  /** How the changes of the lineage are listed. */
  const order = computed<'date' | 'size'>({
    get: () => (asked('list') === 'size' ? 'size' : 'date'),
    set: (wanted) => go({ list: wanted === 'size' ? 'size' : undefined }),
  })

  return { asked, go, kind, order }
}
