import { useIntervalFn } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'

type Run = components['schemas']['Run']
type LogLine = components['schemas']['LogLine']

const ended = new Set<Run['status']>(['succeeded', 'unchanged', 'partial', 'blocked', 'failed', 'cancelled', 'unknown'])

/**
 * Tests the connection to a device, and follows the run and its log until it ends or the component is unmounted.
 * @returns `begin` starts a test; `beginOrFollow` does too, unless one is running, which it follows; `pause` stops following;
 *   `failure` is set if a request failed, a failed test is a `run`
 */
export function useConnectionTest(device: () => { id: string; tenant_id: string }) {
  const api = useApi()
  const run = shallowRef<Run>()
  const log = shallowRef<LogLine[]>([])
  const failure = shallowRef<Error>()
  const starting = ref(false)
  let asking = false
  let isFollowed = false
  const isOver = computed(() => run.value !== undefined && ended.has(run.value.status))
  const { pause: rest, resume } = useIntervalFn(() => void follow(), 1_000, { immediate: false })

  async function beginOrFollow() {
    isFollowed = true
    if (run.value && !isOver.value && run.value.device_id === device().id) resume()
    else await begin()
  }

  function pause() {
    isFollowed = false
    rest()
  }

  /** Each test is a login on the device. */
  async function begin() {
    if (starting.value) return
    const { id, tenant_id: tenant } = device()
    starting.value = true
    failure.value = undefined
    run.value = undefined
    log.value = []
    try {
      const params = { path: { device_id: id }, query: { tenant } }
      run.value = (await api.POST('/api/devices/{device_id}/test', { params })).data
      if (isFollowed) resume()
    } catch (error) {
      failure.value = error as Error
    }
    starting.value = false
  }

  /** The log is read after the run, so that no line is missed when it has ended. */
  async function follow() {
    const run_id = run.value?.id
    if (asking || !run_id) return
    asking = true
    try {
      const now = (await api.GET('/api/runs/{run_id}', { params: { path: { run_id } } })).data
      const query = { after: log.value.at(-1)?.seq ?? 0 }
      const lines = (await api.GET('/api/runs/{run_id}/log', { params: { path: { run_id }, query } })).data ?? []
      if (run.value?.id !== run_id) return
      if (lines.length > 0) log.value = log.value.concat(lines)
      run.value = now
      failure.value = undefined
      if (isOver.value) rest()
    } catch (error) {
      failure.value = error as Error
    } finally {
      asking = false
    }
  }

  return { run, log, failure, starting, isOver, beginOrFollow, begin, pause }
}
