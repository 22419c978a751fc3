import { onScopeDispose, ref, shallowRef } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useDownload } from '../../client/useDownload.ts'
import type { AuditQuery } from './audit-filters.ts'
import { jsonLines, tableHead, tableLines } from './audit-table.ts'

/** Maximum page size of the API. */
const pageLength = 5_000

/** Exports all records of a query, including those that the list has not loaded. It can be cancelled. */
export function useAuditExport() {
  const api = useApi()
  const customers = useTenants()
  const { saveBlob } = useDownload()
  /** Number of records read so far; undefined while no export runs. */
  const read = ref<number>()
  const failure = shallowRef<Error>()
  let current: AbortController | undefined

  async function save(query: AuditQuery, kind: 'csv' | 'json'): Promise<void> {
    current?.abort()
    const { signal } = (current = new AbortController())
    const nameOf = (id: string | null) => customers.nameOf(id) ?? id ?? ''
    const parts = kind === 'csv' ? [tableHead] : []
    failure.value = undefined
    read.value = 0
    try {
      let cursor: string | undefined
      do {
        const asked = { ...query, cursor, limit: pageLength }
        const page = pageOf(await api.GET('/api/audit', { params: { query: asked }, signal }))
        parts.push(kind === 'csv' ? tableLines(page.rows, nameOf) : jsonLines(page.rows))
        read.value += page.rows.length
        cursor = page.next
      } while (cursor !== undefined && !signal.aborted)
      if (signal.aborted) return
      const type = kind === 'csv' ? 'text/csv' : 'application/x-ndjson'
      saveBlob(fileName(query, kind), new Blob(parts, { type }))
    } catch (error) {
      if (!signal.aborted) failure.value = error as Error
    } finally {
      if (current?.signal === signal) read.value = undefined
    }
  }

  /** Names the customer and the period, such as `audit-acme-2026-11-01-2026-11-27.csv`. */
  function fileName({ since }: AuditQuery, kind: 'csv' | 'json'): string {
    const parts = ['audit', customers.chosen?.slug, since?.slice(0, 10), new Date().toISOString().slice(0, 10)]
    return `${parts.filter(Boolean).join('-')}.${kind === 'csv' ? 'csv' : 'ndjson'}`
  }

  function stop() {
    current?.abort()
    read.value = undefined
  }

  onScopeDispose(stop)
  return { save, stop, read, failure }
}
