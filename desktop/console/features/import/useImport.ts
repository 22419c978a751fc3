import { computed, onScopeDispose, readonly, ref, shallowRef } from 'vue'
import { answered } from '../../client/api.ts'
import { idempotencyKey } from '../../client/idempotency-key.ts'
import { useSession } from '../../client/session.ts'
import { type ImportReport, linesOf, remarksOf } from './import-lines.ts'
import { type ImportSource, requestOf, withoutSecret } from './import-source.ts'

/** The part of the session that sends an import. */
export type Asking = Pick<ReturnType<typeof useSession>, 'request'>

/**
 * An import in steps: a preview, then the import. The import has one idempotency key: a double click or a retry after a
 * lost response imports once.
 */
export function useImport(session: Asking = useSession()) {
  const source = shallowRef<ImportSource>()
  const tenant = ref('')
  const preview = shallowRef<ImportReport>()
  const result = shallowRef<ImportReport>()
  const failure = shallowRef<Error>()
  const isReading = ref(false)
  let key = ''
  let current = new AbortController()

  const step = computed(() => (result.value ? 'result' : preview.value ? 'preview' : 'source'))
  const report = computed(() => result.value ?? preview.value)
  const lines = computed(() => (report.value ? linesOf(report.value) : []))
  const remarks = computed(() => (report.value ? remarksOf(report.value) : []))

  async function previewImport(from: ImportSource, into: string): Promise<void> {
    reset()
    const { signal } = (current = new AbortController())
    isReading.value = true
    try {
      const received = await send(from, { tenant: into, dry_run: 'true' }, { signal })
      if (signal.aborted) return
      source.value = from
      tenant.value = into
      key = idempotencyKey()
      preview.value = received
    } catch (error) {
      if (signal.aborted) return
      failure.value = error as Error
    }
    isReading.value = false
  }

  /** @throws ApiProblem; with status 0 the outcome is unknown, and sending it again is safe */
  async function write(): Promise<void> {
    if (!source.value || result.value) return
    const { signal } = current
    const headers = { 'idempotency-key': key }
    const received = await send(source.value, { tenant: tenant.value }, { headers })
    if (signal.aborted) return
    result.value = received
    source.value = withoutSecret(source.value)
  }

  async function send(from: ImportSource, query: Record<string, string>, how: RequestInit): Promise<ImportReport> {
    const { path, init } = requestOf(from)
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(how.headers as typeof query) }
    const sent = session.request(`${path}?${new URLSearchParams(query)}`, { ...init, ...how, headers })
    const answer = await answered(sent)
    return (await answer.json()) as ImportReport
  }

  /** A preview is dropped when the file or the customer changes. */
  function reset(): void {
    current.abort()
    isReading.value = false
    failure.value = undefined
    preview.value = undefined
    result.value = undefined
    source.value = undefined
  }

  onScopeDispose(() => current.abort())
  /** Created and changed settings of the customer; absent for a source with devices only. */
  const customer = computed(() => report.value?.customer)
  const pendingAddresses = computed(() => report.value?.pending_addresses ?? 0)
  const isNetbox = computed(() => source.value?.kind === 'netbox')
  return {
    source: readonly(source),
    step,
    lines,
    remarks,
    customer,
    pendingAddresses,
    tenant,
    isNetbox,
    failure,
    isReading,
    previewImport,
    write,
    reset,
  }
}
