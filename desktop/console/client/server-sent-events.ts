export interface ServerSentEvent {
  /** Of the last event that had one, also for those without. */
  id: string
  type: string
  data: string
}

/**
 * Reads a stream of server-sent events as the HTML standard has it ("Interpreting an event stream"); comments are left out.
 * Ends with the stream.
 * @param heard is told of whatever comes, comments too
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard?: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let id = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard?.()
      const blocks = (rest + part.value).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = fieldsOf(block)
        id = fields.get('id') ?? id
        const data = fields.get('data')
        if (data !== undefined) yield { id, type: fields.get('event') ?? 'message', data }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Lines of data are joined; of the others the last one counts. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === undefined) continue
    const before = name === 'data' ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  return fields
}
