import { useDownload } from '../../client/useDownload.ts'
import { usePins } from '../../ui/lineage/usePins.ts'
import { useAttempt } from '../../ui/useAttempt.ts'

/** Actions on a version of a device; an error is shown as a toast. `changed` reads the list again. */
export function useVersionActions(
  of: () => { tenant: string | undefined; artifact: string },
  changed: () => Promise<unknown>,
) {
  const pins = usePins()
  const { attempt } = useAttempt()
  const { save } = useDownload()

  const pin = (version_id: string) =>
    attempt(async () => {
      await pins.pin(of().tenant, of().artifact, version_id)
      await changed()
    })

  const unpin = () =>
    attempt(async () => {
      await pins.unpin(of().tenant, of().artifact)
      await changed()
    })

  function download(version: string, kind: 'raw' | 'normalised') {
    const query = kind === 'raw' ? 'download=true' : 'normalised=true&download=true'
    return attempt(() => save(`/api/artifacts/versions/${version}/content?${query}`, of().tenant))
  }

  return { attempt, pin, unpin, download }
}
