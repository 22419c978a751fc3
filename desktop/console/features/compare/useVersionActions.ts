import { ref } from 'vue'
import { useApi } from '../../client/session.ts'
import { useDownload } from '../../client/useDownload.ts'
import { useWords } from '../../language/useWords.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import { words } from './words.ts'

/** What can be done with a version of one device; a refusal is shown as a toast. `changed` reads the list anew. */
export function useVersionActions(
  of: () => { tenant: string | undefined; artifact: string | undefined },
  changed: () => Promise<unknown>,
) {
  const { t } = useWords(words)
  const api = useApi()
  const { attempt } = useAttempt()
  const { save } = useDownload()
  const left = ref<number>()

  const place = () => ({ path: { artifact_id: of().artifact! }, query: { tenant: of().tenant } })

  function pin(version_id: string) {
    return attempt(
      async () => {
        await api.PUT('/api/artifacts/{artifact_id}/pin', { params: place(), body: { version_id } })
        await changed()
      },
      () => t('pin.done'),
    )
  }

  function unpin() {
    return attempt(
      async () => {
        await api.DELETE('/api/artifacts/{artifact_id}/pin', { params: place() })
        await changed()
      },
      () => t('pin.undone'),
    )
  }

  function download(version: string, kind: 'raw' | 'normalised') {
    const query = kind === 'raw' ? 'download=true' : 'normalised=true&download=true'
    return attempt(() => save(`/api/artifacts/versions/${version}/content?${query}`, of().tenant))
  }

  /** Batch after batch, until nothing is left or one does not help. */
  function recompute() {
    return attempt(
      async () => {
        try {
          for (;;) {
            const { data } = await api.POST('/api/artifacts/{artifact_id}/divergence/recompute', { params: place() })
            left.value = data!.remaining
            if (data!.remaining === 0 || data!.computed === 0) break
          }
          await changed()
        } finally {
          left.value = undefined
        }
      },
      () => t('recomputed'),
    )
  }

  return {
    attempt,
    pin,
    unpin,
    download,
    recompute,
    /** Versions that are still to be computed; undefined while nothing is. */
    left,
  }
}
