import { ref } from 'vue'
import { useApi } from '../../client/session.ts'
import { useDownload } from '../../client/useDownload.ts'
import { useWords } from '../../language/useWords.ts'
import { recomputeDivergence } from '../../ui/lineage/recompute-divergence.ts'
import { usePins } from '../../ui/lineage/usePins.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import { words } from './words.ts'

/** What can be done with a version of one device; a refusal is shown as a toast. `changed` reads the list anew. */
export function useVersionActions(
  of: () => { tenant: string | undefined; artifact: string | undefined },
  changed: () => Promise<unknown>,
) {
  const { t } = useWords(words)
  const api = useApi()
  const pins = usePins()
  const { attempt } = useAttempt()
  const { save } = useDownload()
  const left = ref<number>()

  const pin = (version_id: string) =>
    attempt(async () => {
      await pins.pin(of().tenant, of().artifact!, version_id)
      await changed()
    })

  const unpin = () =>
    attempt(async () => {
      await pins.unpin(of().tenant, of().artifact!)
      await changed()
    })

  function download(version: string, kind: 'raw' | 'normalised') {
    const query = kind === 'raw' ? 'download=true' : 'normalised=true&download=true'
    return attempt(() => save(`/api/artifacts/versions/${version}/content?${query}`, of().tenant))
  }

  function recompute() {
    return attempt(
      async () => {
        try {
          await recomputeDivergence(api, { artifact_id: of().artifact!, tenant: of().tenant }, (n) => (left.value = n))
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
