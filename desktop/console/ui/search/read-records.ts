import type { components } from '../../../../shared/contract/api-types.ts'

export type SearchRecord = components['schemas']['SearchRecord']

/** Yields the records of a response, one a line, as they arrive. A truncated last line is omitted. */
export async function* readRecords(body: ReadableStream<Uint8Array>): AsyncGenerator<SearchRecord[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SearchRecord)
      if (records.length > 0) yield records
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
