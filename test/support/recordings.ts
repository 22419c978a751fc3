import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Recording } from '../../agent/sessions/replay.ts'

/** Returns a file of test/fixtures, as bytes. */
export function fixture(path: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures', path)) // a path instead of a URL: names contain `#`
}

/**
 * Returns a recorded session (`…#simulation.yaml`). Files that their contributors edited lack carriage returns: a
 * device sends CRLF, so a bare line feed is replaced with it.
 */
export function readRecording(path: string): Recording {
  const file = parse(fixture(path).toString('utf8')) as { init_prompt: string | null; commands: Said | Said[] }
  const listed = Array.isArray(file.commands) ? file.commands : [file.commands]
  return {
    greeting: bytesOf(file.init_prompt ?? ''),
    exchanges: listed
      .flatMap((answers) => Object.entries(answers))
      .map(([sent, received]) => ({
        sent: sent.length > 1 ? sent.replace(/[\r\n]+$/, '') : sent,
        received: bytesOf(received),
      })),
  }
}

type Said = Record<string, string>

const letters: Record<string, string> = { r: '\r', n: '\n', t: '\t', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' }

/** Texts are escaped as by Ruby's String#dump; `\xNN` is a byte, `\u` a character in UTF-8. */
function bytesOf(escaped: string): Buffer {
  const pattern = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\}|([\s\S]))|[^\\]+/g
  const parts = [...escaped.matchAll(pattern)].map(([whole, byte, short, long, letter]) => {
    if (byte !== undefined) return Buffer.from([parseInt(byte, 16)])
    if (short !== undefined || long !== undefined)
      return Buffer.from(String.fromCodePoint(parseInt(short ?? long ?? '', 16)))
    return Buffer.from(letter === undefined ? whole : (letters[letter] ?? letter))
  })
  return Buffer.from(
    Buffer.concat(parts)
      .toString('latin1')
      .replace(/\r*\n/g, (end) => (end === '\n' ? '\r\n' : end)),
    'latin1',
  )
}
