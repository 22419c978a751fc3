import { message } from '../../shared/messages/message.ts'
import type { WriteStream } from 'node:tty'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { type Column, tableOf } from './table.ts'

export type OutputForm = 'people' | 'json' | 'ndjson'

/** Where a command's answer goes (standard output), and where it speaks with the person (standard error). */
export interface Output {
  form: OutputForm
  /** Whether what is written is seen by a person at once. */
  isTerminal: boolean
  isColourful: boolean
  /** Waits for a reader that is slow. @throws NobodyReads; CommandEnd where nothing more can be written */
  write(chunk: string | Uint8Array): Promise<void>
  /** A line on standard error. */
  tell(line: string): void
  /** What is being waited for, in one line that the next one replaces; only where a person sees it. */
  progress(line: string): void
  /** One thing: as JSON, or as `people` says it. */
  thing(thing: unknown, people: () => string): Promise<void>
  /** Many things, as JSON while they come, or as a table; without any, `none` is said on standard error. @returns how many */
  list<Row>(rows: AsyncIterable<Row> | Iterable<Row>, columns: readonly Column<Row>[], none: string): Promise<number>
}

/** Whoever read standard output has gone, as `head` does. */
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
  stdout.on('error', () => undefined) // whoever writes is told by the callback
  stderr.on('error', () => undefined) // nobody hears what is said, and the work goes on

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
    tell(line) {
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
  return new CommandEnd(exitCodes.unusable, message('file_unwritable', { file: 'stdout', reason: error.message }))
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
