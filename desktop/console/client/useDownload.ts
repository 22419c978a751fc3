import { desktop } from './desktop.ts'
import { safeFileName } from './safe-file-name.ts'
import { useSession } from './session.ts'

/**
 * Saves what the API has, through an address that is good once: the browser, or the desktop, writes it to disk as it comes, and nothing of it
 * is held in memory.
 * @returns `save(path, tenant)`: the path and query of the download as one would ask for it; throws ApiProblem
 */
export function useDownload() {
  const session = useSession()

  async function save(path: string, tenant?: string): Promise<void> {
    const { data } = await session.api.POST('/api/downloads', { params: { query: { tenant } }, body: { path } })
    if (desktop) await desktop.saveDownload(data!.url)
    else follow(session.serviceUrl + data!.url)
  }

  /** For what has no ticket and is small: a table that was just made. Its name may hold a person's or a device's words. */
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
