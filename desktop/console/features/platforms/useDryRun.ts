import { computed, type Ref } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import { isUnderWay } from '../../ui/run/run-state.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useWhileUnderWay } from '../../ui/useWhileUnderWay.ts'

type Schemas = components['schemas']
export type DryRun = Schemas['DryRun']
export type DryRunResult = Schemas['DryRunResult']
export type Exchange = Schemas['DryRunExchange']
export type DryArtifact = Schemas['DryRunArtifact']
export type ProposedRule = Schemas['ProposedDocumentRule']

/** A dry run, and once it ended what it found. `''`: no run. */
export function useDryRun(runId: Ref<string>) {
  const api = useApi()
  const params = computed(() => ({ path: { run_id: runId.value } }))
  const running = useLatest(
    runId,
    async (signal) => (await api.GET('/api/runs/{run_id}', { params: params.value, signal })).data,
    {
      when: () => runId.value !== '',
    },
  )
  const run = computed(() => (running.data.value?.id === runId.value ? running.data.value : undefined))
  const isOver = computed(() => run.value !== undefined && !isUnderWay(run.value))
  const reading = useLatest(
    runId,
    async (signal) => (await api.GET('/api/runs/{run_id}/dry-run', { params: params.value, signal })).data,
    { when: isOver },
  )
  useWhileUnderWay(() => runId.value !== '' && !isOver.value, running.again)
  const dryRun = computed(() => (reading.data.value?.run_id === runId.value ? reading.data.value : undefined))
  const failure = computed(() => running.failure.value ?? reading.failure.value)
  return { run, dryRun, failure, isOver }
}
