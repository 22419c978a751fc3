import { shallowRef } from 'vue'
import { useSession } from '../../client/session.ts'
import { ApiProblem, problemOf } from '../../client/api.ts'
import { safeFileName } from '../../client/safe-file-name.ts'
import { useDownload } from '../../client/useDownload.ts'

/** Progress of a download that this window writes to disk. */
export interface Progress {
  name: string
  receivedBytes: number
  state: 'going' | 'done' | 'cancelled' | 'failed'
  why?: string
}

interface FilePicking {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/**
 * Downloads a folder as tar.gz with progress and a cancel button, if the browser supports writing files. Otherwise, and
 * in the desktop, a one-time URL is used and the browser or desktop shows the progress.
 */
export function useArchiveDownload() {
  const session = useSession()
  const { save } = useDownload()
  const progress = shallowRef<Progress>()
  let ending: AbortController | undefined

  /**
   * Returns whether the browser handles the download.
   * @throws ApiProblem 413 above the archive limit
   */
  async function start(path: string, wanted: string, tenant?: string): Promise<boolean> {
    const { showSaveFilePicker } = window as FilePicking
    if (!showSaveFilePicker || 'coffer' in window) {
      await save(path, tenant)
      return true
    }
    const name = safeFileName(wanted)
    let handle: FileSystemFileHandle
    try {
      handle = await showSaveFilePicker({ suggestedName: name })
    } catch {
      return false // the user cancelled the dialog
    }
    const { signal } = (ending = new AbortController())
    progress.value = { name, receivedBytes: 0, state: 'going' }
    const answer = await session.request(path, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (!answer) {
      progress.value = { name, receivedBytes: 0, state: 'cancelled' }
      return false
    }
    if (!answer.ok || !answer.body) {
      progress.value = undefined
      throw new ApiProblem(await problemOf(answer))
    }
    await write(answer.body, await handle.createWritable(), signal)
    return false
  }

  async function write(body: ReadableStream<Uint8Array>, file: FileSystemWritableFileStream, signal: AbortSignal) {
    const tell = (part: Partial<Progress>) => (progress.value = { ...progress.value!, ...part })
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        tell({ receivedBytes: progress.value!.receivedBytes + piece.length })
        controller.enqueue(piece)
      },
    })
    try {
      await body.pipeThrough(counted).pipeTo(file, { signal }) // aborting by the signal leaves no partial file
      tell({ state: 'done' })
    } catch (error) {
      tell(signal.aborted ? { state: 'cancelled' } : { state: 'failed', why: (error as Error).message })
    }
  }

  return { progress, start, cancel: () => ending?.abort(), forget: () => (progress.value = undefined) }
}
