import type { ExportedTest } from '../../../../shared/platforms/documents/exported-document.ts'
import type { useApi } from '../../client/session.ts'

/** Stores the tests of an imported file that a document does not have, for a customer. */
export async function storeTests(
  api: ReturnType<typeof useApi>,
  documentId: string,
  tenant: string | undefined,
  tests: readonly ExportedTest[],
): Promise<void> {
  if (tests.length === 0) return
  const params = { path: { document_id: documentId }, query: { tenant } }
  const { data: present = [] } = await api.GET('/api/platforms/documents/{document_id}/tests', { params })
  for (const { name, transcript } of tests)
    if (!present.some((test) => test.name === name))
      await api.POST('/api/platforms/documents/{document_id}/tests', { params, body: { name, transcript } })
}
