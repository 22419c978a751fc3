import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { answered } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { type FoundDevice, type SearchEnd, createFindings } from './found-devices.ts'
import { readRecords } from '../../ui/search/read-records.ts'
import { type SearchInput, addressOf, requestOf } from './search-input.ts'

/** `cut`: the response ended without its last line. `stopped`: by the user. */
export type SearchState = 'none' | 'running' | 'done' | 'cut' | 'stopped' | 'failed'

interface Found {
  devices: readonly FoundDevice[]
  end?: SearchEnd
  matches: number
  unreadable: number
}

const nothing: Found = { devices: [], matches: 0, unreadable: 0 }

/** Results that arrive within this time are shown together. */
const settleMs = 120

/**
 * The last search of this window. It outlives its page, so that going back shows the same results without a second
 * audited search. It is dropped at logout.
 */
export const useSearch = defineStore('search', () => {
  const session = useSession()
  const state = ref<SearchState>('none')
  const found = shallowRef<Found>(nothing)
  const failure = shallowRef<Error>()
  const input = shallowRef<SearchInput>()
  /** State of folds set by the user, as in `Folding`, and the scroll position. */
  const folded = shallowRef(new Map<string, boolean>())
  const whole = shallowRef(new Set<string>())
  const top = ref(0)
  const key = ref('')
  let current: AbortController | undefined

  function forget() {
    current?.abort()
    key.value = ''
    state.value = 'none'
    input.value = undefined
    failure.value = undefined
    clear()
  }

  function clear() {
    found.value = nothing
    folded.value = new Map()
    whole.value = new Set()
    top.value = 0
  }

  /** Returns whether the results are for this search. */
  const isOf = (wanted: SearchInput, tenant: string | undefined) => key.value === keyOf(wanted, tenant)

  async function run(wanted: SearchInput, tenant: string | undefined): Promise<void> {
    current?.abort()
    const mine = (current = new AbortController())
    const findings = createFindings()
    key.value = keyOf(wanted, tenant)
    input.value = wanted
    failure.value = undefined
    state.value = 'running'
    clear()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      clearTimeout(timer)
      timer = undefined
      if (current === mine && key.value !== '') found.value = { devices: findings.devices(), ...findings.facts() }
    }
    try {
      for await (const records of readRecords(await ask(wanted, tenant, mine.signal))) {
        findings.add(records)
        timer ??= setTimeout(tell, settleMs)
      }
      tell()
      if (current === mine) state.value = findings.facts().end ? 'done' : 'cut'
    } catch (error) {
      tell()
      if (current !== mine || mine.signal.aborted) return
      const hasBegun = findings.devices().length > 0
      state.value = hasBegun ? 'cut' : 'failed'
      if (!hasBegun) failure.value = error as Error
    }
  }

  async function ask(wanted: SearchInput, tenant: string | undefined, signal: AbortSignal) {
    const path = tenant ? `/api/search?tenant=${tenant}` : '/api/search'
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(requestOf(wanted)), signal }
    return (await answered(session.request(path, init))).body!
  }

  function stop() {
    if (state.value !== 'running') return
    state.value = 'stopped'
    current?.abort()
  }

  watch(() => session.me?.id, forget)

  return {
    state,
    found,
    failure,
    input,
    folded,
    whole,
    top,
    isRunning: computed(() => state.value === 'running'),
    isOf,
    run,
    stop,
    forget,
  }
})

function keyOf(input: SearchInput, tenant: string | undefined): string {
  return JSON.stringify([tenant ?? null, addressOf(input)])
}
