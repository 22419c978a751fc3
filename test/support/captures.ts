import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { Captured } from '../../agent/collect/captured.ts'
import { countLines } from '../../shared/platforms/normalise.ts'
import { fixture } from './recordings.ts'
import { tgzOf } from './tgz-of.ts'

/**
 * The recorded output of a device over one transport, and the expected result: a file `capture.yaml` in its own folder.
 */
export interface Capture {
  /** Of the file, below test/fixtures. */
  path: string
  platform: string
  /** The device and its release, for readers. */
  device: string
  options: Record<string, unknown>
  /** By artifact key; without it the run ends with `failure`. */
  collected?: Record<string, CapturedArtifact>
  failure?: string
  /** Texts that the run's log, or the failure, contains. */
  log?: string[]
}

/** The lines of a text or, if these may be very long, its start, end and length. */
export type CapturedArtifact =
  | 'absent'
  | { failed: string }
  | { first: string; last: string; lines: number; metadata?: Record<string, unknown> }
  | { begins: string; ends: string; bytes: number; metadata?: Record<string, unknown> }
  | { archive: 'browsable' | 'closed'; metadata?: Record<string, unknown> }

/** Returns every capture of one transport below test/fixtures, sorted by file. */
export function readCaptures<T extends Capture>(over: 'api' | 'ssh' | 'netconf' | 'cloud'): T[] {
  const root = join(import.meta.dirname, '../fixtures')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('/capture.yaml') && path.split('/')[1] === over)
    .sort()
    .map((path) => {
      const capture = parse(fixture(path).toString('utf8')) as Omit<T, 'path' | 'platform'>
      const { options = {} } = capture as Partial<T>
      return { ...capture, options, path, platform: path.split('/')[0] ?? '' } as T
    })
}

/**
 * Returns a value of a capture with its files read. `{ file: name }` at any level is the text of that file beside the
 * capture (with `./`) or below the platform's folder; `from` and `to` are patterns of its first and its last line, `at`
 * is the path to a value in a JSON file; `oneLine` removes the blanks between tags, `change` replaces what its patterns
 * match. `{ texts: [...] }` joins several, `{ tgz: { path: text } }` is a gzipped tar of such members.
 */
export function withFiles(value: unknown, of: Pick<Capture, 'path' | 'platform'>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withFiles(entry, of))
  if (typeof value !== 'object' || value === null) return value
  if ('file' in value) return textOf(value as FilePart, of)
  if ('texts' in value) return (withFiles(value.texts, of) as string[]).join('')
  if ('tgz' in value) {
    const members = Object.entries(withFiles(value.tgz, of) as Record<string, string>)
    return tgzOf(members.map(([path, text]) => [path, Buffer.from(text, 'latin1')])).toString('latin1')
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFiles(member, of)]))
}

/** Returns what a run stored, in the format of a capture's `collected`, with the form that it uses for each text. */
export function summaryOf(
  { texts, archives, absent, failed }: Captured,
  collected: Capture['collected'] = {},
): Record<string, CapturedArtifact> {
  return Object.fromEntries([
    ...texts.map(({ key, raw, metadata }) => {
      const known = Object.keys(metadata).length > 0 ? { metadata } : {}
      return [key, { ...summaryOfText(raw, collected[key]), ...known }] as const
    }),
    ...archives.map(({ key, stored, metadata: { size_bytes: _size, ...metadata } }) => {
      const known = Object.keys(metadata).length > 0 ? { metadata } : {}
      return [
        key,
        { archive: stored?.root === undefined ? ('closed' as const) : ('browsable' as const), ...known },
      ] as const
    }),
    ...absent.map(({ key }) => [key, 'absent'] as const),
    ...failed.map(({ key, code }) => [key, { failed: code }] as const),
  ])
}

function summaryOfText(raw: Buffer, wanted: CapturedArtifact | undefined) {
  const text = raw.toString('latin1')
  if (typeof wanted === 'object' && 'begins' in wanted) {
    const { begins, ends } = wanted
    return { begins: text.slice(0, begins.length), ends: text.slice(-ends.length), bytes: raw.length }
  }
  const lines = text.trimEnd().split('\n')
  return { first: lines[0] ?? '', last: lines.at(-1) ?? '', lines: countLines(raw) }
}

interface FilePart {
  file: string
  from?: string
  to?: string
  at?: (string | number)[]
  oneLine?: boolean
  change?: Record<string, string>
}

function textOf(
  { file, from, to, at, oneLine = false, change = {} }: FilePart,
  { path, platform }: Pick<Capture, 'path' | 'platform'>,
): unknown {
  const beside = file.startsWith('./')
  const text = fixture(beside ? join(dirname(path), file) : join(platform, file)).toString('latin1')
  if (at)
    return at.reduce((value, name) => (value as Record<string | number, unknown>)[name], JSON.parse(text) as unknown)
  const lines = text.split('\n')
  const start = from === undefined ? 0 : lines.findIndex((line) => new RegExp(from).test(line))
  const end = to === undefined ? lines.length : lines.findLastIndex((line) => new RegExp(to).test(line)) + 1
  if (start === -1 || end === 0) throw new Error(`${path}: ${file} has no such lines`)
  const part = lines.slice(start, end).join('\n')
  return Object.entries(change).reduce(
    (changed, [pattern, words]) => changed.replace(new RegExp(pattern, 'g'), words),
    oneLine ? part.replace(/>\s+</g, '><') : part,
  )
}
