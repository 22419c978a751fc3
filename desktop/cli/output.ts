import { message } from '../../shared/messages/message.ts'
import type { WriteStream } from 'node:tty'
import { CommandError, exitCodes } from './exit-codes.ts'
import { type Column, tableOf } from './table.ts'

export type OutputForm = 'people' | 'json' | 'ndjson'

/** Writes a command's result to standard output, and messages to the user to standard error. */
export interface Output {
  form: OutputForm
  /** Whether standard output is a terminal. */
  isTerminal: boolean
  isColourful: boolean
  /**
   * Writes, and waits for a slow reader.
   * @throws ClosedPipeError; CommandError if writing fails
   */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes a line to standard error. */
  notice(line: string): void
  /** Shows progress in one line that the next one replaces; only on a terminal. */
  progress(line: string): void
  /** Writes one object, as JSON or as the text of `people`. */
  thing(thing: unknown, people: () => string): Promise<void>
  /**
   * Writes many objects: as JSON as they arrive, or as a table. If there are none, writes `none` to standard error.
   * @returns their number
   */
  list<Row>(rows: AsyncIterable<Row> | Iterable<Row>, columns: readonly Column<Row>[], none: string): Promise<number>
}

/** The reader of standard output has closed the pipe, as `head` does. */
export class ClosedPipeError extends Error {}

export function createOutput(
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
  { form, isColourful }: { form: OutputForm; isColourful: boolean },
): Output {
  const { isTTY: isTerminal = false, columns = null } = stdout as Partial<WriteStream>
  const isWatched = (stderr as Partial<WriteStream>).isTTY === true
  let shownProgress = ''
  const clear = () => {
    if (shownProgress) stderr.write('\r\u001b[K')
    shownProgress = ''
  }
  stdout.on('error', () => undefined) // the callback reports it to the writer
  stderr.on('error', () => undefined) // messages are lost, and the work continues

  async function write(chunk: string | Uint8Array): Promise<void> {
    clear()
    await new Promise<void>((resolve, reject) => {
      stdout.write(chunk, (error) => {
        if (!error) resolve()
        else reject(endOfWriting(error))
      })
    })
  }

  return {
    form,
    isTerminal,
    isColourful: isColourful && isTerminal,
    write,
    notice(line) {
      clear()
      stderr.write(`${line}\n`)
    },
    progress(line) {
      if (!isWatched || line === shownProgress) return
      clear()
      stderr.write(line)
      shownProgress = line
    },
    async thing(thing, people) {
      if (form === 'people') return write(people())
      await write(`${JSON.stringify(thing, null, form === 'json' ? 2 : 0)}\n`)
    },
    async list(rows, columnsOfTable, none) {
      if (form !== 'people') return writeAsJson(rows, form, write)
      const all = await Array.fromAsync(rows)
      clear()
      if (all.length === 0) stderr.write(`${none}\n`)
      else await write(tableOf(all, columnsOfTable, isTerminal ? columns : null))
      return all.length
    },
  }
}

function endOfWriting(error: NodeJS.ErrnoException): Error {
  if (error.code === 'EPIPE') return new ClosedPipeError()
  return new CommandError(exitCodes.unusable, message('file_unwritable', { file: 'stdout', reason: error.message }))
}

async function writeAsJson<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  form: OutputForm,
  write: Output['write'],
): Promise<number> {
  let written = 0
  for await (const row of rows) {
    if (form === 'ndjson') await write(`${JSON.stringify(row)}\n`)
    else await write(`${written === 0 ? '[' : ','}\n${JSON.stringify(row, null, 2).replace(/^/gm, '  ')}`)
    written += 1
  }
  if (form === 'json') await write(written === 0 ? '[]\n' : '\n]\n')
  return written
}
