import type { Output } from './output.ts'
import { printable } from './printable.ts'
import { chunksOf } from './chunks.ts'

/** Writes a configuration to standard output: unchanged, or as printable text on a terminal. */
export async function writeContent(body: ReadableStream<Uint8Array> | null | undefined, out: Output): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of chunksOf(body)) {
    await out.write(out.isTerminal ? printable(decoder.decode(chunk, { stream: true })) : chunk)
  }
}

/** Returns a unified diff, coloured on a terminal. */
export function coloured(unified: string, out: Output): string {
  if (!out.isTerminal) return unified
  const text = printable(unified)
  if (!out.isColourful) return text
  return text.replace(/^(?:(@@.*)|(\+(?!\+\+ ).*)|-(?!-- ).*)$/gm, (line, place?: string, added?: string) => {
    return `\u001b[${place ? 36 : added ? 32 : 31}m${line}\u001b[m`
  })
}
