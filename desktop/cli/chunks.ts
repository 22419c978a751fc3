import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/**
 * Yields a response's data until its end.
 * @throws CommandError if it breaks off
 */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null | undefined): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: Error) => {
        throw new CommandError(exitCodes.notReached, message('answer_cut_off', { error: error.message }))
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Yields the lines of a response as they arrive. A last line without a line end was cut and is omitted.
 * @throws CommandError
 */
export async function* linesOf(body: ReadableStream<Uint8Array> | null | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunksOf(body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
