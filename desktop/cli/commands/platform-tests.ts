import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDocument } from '../find-document.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { tableOf } from '../table.ts'

type DocumentTest = components['schemas']['PlatformDocumentTest']

export const platformTests = command({
  name: 'platform tests',
  summary: 'List the tests of a platform document, or delete one',
  details: 'A test is the transcript of a dry run. A version that reads it differently is refused.',
  words: [{ name: 'PLATFORM' }],
  options: { delete: { type: 'string', value: 'NAME', description: 'delete the test with this name or ID' } },
  examples: [
    ['coffer platform tests acme_switch', 'the tests'],
    ['coffer platform tests acme_switch --delete "edge1, 4.2"', 'later versions are no longer checked against it'],
  ],
  async run({ words: [platform = ''], values, connect, out }) {
    const connection = connect()
    const { params } = await findDocument(connection, platform)
    const tests = dataOf(await connection.api.GET('/api/platforms/documents/{document_id}/tests', { params }))
    if (values.delete === undefined) return out.thing(tests, () => tableOfTests(tests))
    const [test, other] = tests.filter(({ id, name }) => [id, name].includes(values.delete!))
    if (other)
      throw new CommandError(
        exitCodes.unusable,
        message('name_not_unique', { kind: 'document_test', name: values.delete }),
      )
    if (!test)
      throw new CommandError(
        exitCodes.notFound,
        message('name_not_found', { kind: 'document_test', name: values.delete }),
      )
    const path = { document_id: test.document_id, test_id: test.id }
    await connection.api.DELETE('/api/platforms/documents/{document_id}/tests/{test_id}', {
      params: { path, query: { tenant: test.tenant_id } },
    })
    out.notice(printableLine(`${test.name} deleted`))
  },
})

function tableOfTests(tests: readonly DocumentTest[]): string {
  return tableOf(
    tests,
    [
      { title: 'NAME', of: ({ name }) => name },
      { title: 'ANSWERS', of: ({ answers }) => answers, isNumber: true },
      { title: 'KEPT', of: ({ created_at: at }) => at },
      { title: 'BY', of: ({ created_by: user }) => user },
      { title: 'ID', of: ({ id }) => id },
    ],
    null,
  )
}
