import { type MaybeRefOrGetter, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { wholeLinePattern } from '../../../../shared/search/whole-line.ts'
import { useApi } from '../../client/session.ts'
import { readRecords } from '../../ui/search/read-records.ts'

type Match = components['schemas']['SearchMatch']

/** Texts of other devices with a line. */
export interface Elsewhere {
  matches: Match[]
  /** Whether all texts could be searched. */
  isComplete: boolean
}

/** Devices of one search. */
const limit = 1_000

/** Finds other devices of the customer whose latest texts have a line. Another line drops the result. */
export function useDevicesWithLine(
  line: MaybeRefOrGetter<string | undefined>,
  device: MaybeRefOrGetter<{ id: string; tenant_id: string }>,
) {
  const api = useApi()
  const found = shallowRef<Elsewhere>()
  const failure = shallowRef<Error>()
  const isSearching = ref(false)
  let current: AbortController | undefined

  function forget() {
    current?.abort()
    found.value = undefined
    failure.value = undefined
    isSearching.value = false
  }

  async function find(): Promise<void> {
    forget()
    const mine = (current = new AbortController())
    isSearching.value = true
    try {
      const result = await search(mine.signal)
      if (!mine.signal.aborted) found.value = result
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error as Error
    }
    if (!mine.signal.aborted) isSearching.value = false
  }

  async function search(signal: AbortSignal): Promise<Elsewhere> {
    const { id, tenant_id: tenant } = toValue(device)
    const pattern = wholeLinePattern(toValue(line) ?? '')
    const body = { pattern, regex: true, ignore_case: false, missing: false, context: 0, limit }
    const { data } = await api.POST('/api/search', { params: { query: { tenant } }, body, signal, parseAs: 'stream' })
    const matches: Match[] = []
    let isComplete = false
    for await (const records of readRecords(data!)) {
      for (const record of records) {
        if (record.type === 'end') isComplete = record.complete && record.unreadable === 0
        else if (record.type === 'match' && record.device.id !== id) matches.push(record)
      }
    }
    return { matches: matches.toSorted((a, b) => a.device.name.localeCompare(b.device.name)), isComplete }
  }

  watch(() => toValue(line), forget)
  onScopeDispose(() => current?.abort())
  return { found, failure, isSearching, find }
}
