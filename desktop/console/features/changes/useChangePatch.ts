import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { ChangeRow } from './change-row.ts'

/** Moving quickly through the list sends no requests. */
const settleMs = 200

/** The diff of a change to the previous version; none for trees and archives, and if retention deleted that version. */
export function useChangePatch(row: () => ChangeRow) {
  const api = useApi()
  return useLatest(
    () => row().id,
    async (signal) => {
      const { id, version, previous_version_id: from } = row()
      if (version.kind !== 'text' || from === null) return { id, patch: undefined }
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      signal.throwIfAborted()
      const params = { path: { artifact_id: version.artifact_id }, query: { from, to: id, context: 3 } }
      const { data } = await api.GET('/api/artifacts/{artifact_id}/diff', { params, signal })
      return { id, patch: data }
    },
  )
}
