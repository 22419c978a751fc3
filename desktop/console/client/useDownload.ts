import { desktop } from './desktop.ts'
import { safeFileName } from './safe-file-name.ts'
import { useSession } from './session.ts'

/**
 * Downloads through a one-time URL: the browser or the desktop writes the data to disk, without buffering it in memory.
 * @returns `save(path, tenant)` with the path and query of the download; throws ApiProblem
 */
export function useDownload() {
  const session = useSession()

  async function save(path: string, tenant?: string): Promise<void> {
    const { data } = await session.api.POST('/api/downloads', { params: { query: { tenant } }, body: { path } })
    if (desktop) await desktop.saveDownload(data!.url)
    else follow(session.serviceUrl + data!.url)
  }

  /** Saves small data without a ticket, such as a table. The name may contain text of a user or device. */
  function saveBlob(name: string, blob: Blob): void {
    const address = URL.createObjectURL(blob)
    follow(address, safeFileName(name))
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return { save, saveBlob }
}

function follow(address: string, name = '') {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
