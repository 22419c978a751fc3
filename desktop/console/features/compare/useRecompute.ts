import { ref } from 'vue'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { recomputeDivergence } from '../../ui/lineage/recompute-divergence.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import { messages } from './messages.ts'

/**
 * Computes the unknown magnitudes of a lineage; an error is shown as a toast.
 * @param changed reads the versions again
 * @returns `left`: number of versions to compute; undefined while idle
 */
export function useRecompute(
  of: () => { artifact_id: string; tenant: string | undefined },
  changed: () => Promise<unknown>,
) {
  const { t } = useMessages(messages)
  const api = useApi()
  const { attempt } = useAttempt()
  const left = ref<number>()

  function recompute() {
    return attempt(
      async () => {
        try {
          await recomputeDivergence(api, of(), (count) => (left.value = count))
          await changed()
        } finally {
          left.value = undefined
        }
      },
      () => t('recomputed'),
    )
  }

  return { recompute, left }
}
