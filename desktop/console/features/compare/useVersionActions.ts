import { useDownload } from '../../client/useDownload.ts'
import { usePins } from '../../ui/lineage/usePins.ts'
import { useAttempt } from '../../ui/useAttempt.ts'

/**
 * Pins, unpins and downloads versions of one lineage. Errors are shown as toasts; `reload` refreshes the list.
 */
export function useVersionActions(
  target: () => { tenant: string | undefined; artifactId: string },
  reload: () => Promise<unknown>,
) {
  const pins = usePins()
  const { attempt } = useAttempt()
  const { save } = useDownload()

  const pin = (versionId: string) =>
    attempt(async () => {
      await pins.pin(target().tenant, target().artifactId, versionId)
      await reload()
    })

  const unpin = () =>
    attempt(async () => {
      await pins.unpin(target().tenant, target().artifactId)
      await reload()
    })

  function download(versionId: string, kind: 'raw' | 'normalised') {
    const query = kind === 'raw' ? 'download=true' : 'normalised=true&download=true'
    return attempt(() => save(`/api/artifacts/versions/${versionId}/content?${query}`, target().tenant))
  }

  return { pin, unpin, download }
}
