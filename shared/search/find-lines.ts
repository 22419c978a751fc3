import { isAscii } from 'node:buffer'
import type { LineEdges } from './line-matcher.ts'
import type { LineQuery } from './line-query.ts'

/** A matching line, numbered from 1, with its context lines. Line ends are removed. */
export interface FoundLine {
  line: number
  text: string
  before: string[]
  after: string[]
}

/** A text, or a part of one that is too long for memory. */
export interface SearchedPart {
  /**
   * A line begins at the first byte, unless that is one byte before `from`: then the searched range begins within a
   * line. The bytes end with the text, with a line, or after `to`.
   */
  bytes: Buffer
  /** The searched range. Bytes around it are context only. */
  from: number
  to: number
  /** Number of the line at `from`. */
  firstLine: number
}

/** Limits of the reported matches. */
export interface FindLimits {
  /** Context lines before and after each match. */
  context: number
  /** Maximum number of reported lines; all are counted. */
  lines: number
}

/** Maximum number of characters shown of a line. */
export const shownOfLine = 500

/** Finds the matching lines of a part, in order. `total` includes those that are not reported. */
export function findLines(
  query: LineQuery,
  part: SearchedPart,
  limits: FindLimits,
): { total: number; lines: FoundLine[] } {
  const lines: FoundLine[] = []
  let total = 0
  let counted = { at: part.from, line: part.firstLine }
  for (const { start, end, place } of matchingLines(query, part)) {
    total++
    if (lines.length === limits.lines) continue
    counted = { at: start, line: counted.line + countEnds(part.bytes, counted.at, start) }
    const { before, after } = around(part.bytes, start, end, limits.context)
    lines.push({ line: counted.line, text: show(part.bytes, start, end, place), before, after })
  }
  return { total, lines }
}

/** Returns the number of line ends in [`from`, `to`). */
export function countEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(lineEnd, from); at >= 0 && at < to; at = bytes.indexOf(lineEnd, at + 1)) count++
  return count
}

interface MatchingLine {
  /** Without its line end. */
  start: number
  end: number
  /** Position of the match, near which a long line is shown. */
  place: number
}

function* matchingLines(query: LineQuery, part: SearchedPart): Generator<MatchingLine> {
  const { literal } = query
  if (literal) yield* linesWith(query, literal, part)
  else yield* allLines(query, part)
}

function* linesWith(query: LineQuery, literal: Buffer, { bytes, from, to }: SearchedPart): Generator<MatchingLine> {
  const next = finder(bytes, literal, query.ignoreCase)
  for (let place = next(from); place >= 0 && place < to;) {
    const line = lineFrom(bytes, Math.max(from, bytes.lastIndexOf(lineEnd, place) + 1), place, to)
    const found = query.isLiteral ? (place + literal.length <= line.end ? place : -1) : matchIn(query, bytes, line)
    if (found >= 0) yield { start: line.start, end: line.end, place: found }
    place = next(line.stop)
  }
}

function* allLines(query: LineQuery, { bytes, from, to }: SearchedPart): Generator<MatchingLine> {
  const isPlain = isAscii(bytes)
  for (let start = from; start < to;) {
    const line = lineFrom(bytes, start, start, to)
    const found = isPlain ? query.matcher.find(bytes, start, line.end, line) : matchIn(query, bytes, line)
    if (found >= 0) yield { start, end: line.end, place: found }
    start = line.stop + 1
  }
}

/** Returns a function for the next position of the literal; -1 without a match. */
function finder(bytes: Buffer, literal: Buffer, ignoreCase: boolean): (from: number) => number {
  if (!ignoreCase) return (from) => bytes.indexOf(literal, from)
  const lower = bytes.toString('latin1').toLowerCase() // non-ASCII bytes change too, but none becomes an ASCII letter
  const wanted = literal.toString('latin1')
  return (from) => lower.indexOf(wanted, from)
}

/** A line, or its searched part, with the adjacent code units of the same line. */
interface LinePiece extends LineEdges {
  start: number
  /** Without its line end. */
  end: number
  /** Position of its line end. */
  stop: number
}

/** @param place position within the line, at or after which it ends */
function lineFrom(bytes: Buffer, start: number, place: number, to: number): LinePiece {
  const stop = endOfLine(bytes, place, to)
  const isEnd = stop === bytes.length || bytes[stop] === lineEnd
  const before = start === 0 || bytes[start - 1] === lineEnd ? undefined : bytes[start - 1]
  if (isEnd) return { start, end: withoutReturn(bytes, start, stop), stop, before }
  return { start, end: stop, stop, before, behind: bytes[stop] }
}

/** Returns the end of the match that ends first, in bytes; -1 without a match. */
function matchIn({ matcher }: LineQuery, bytes: Buffer, line: LinePiece): number {
  const { start, end } = line
  if (isAscii(bytes.subarray(start, end))) return matcher.find(bytes, start, end, line)
  const text = bytes.toString('utf8', start, end)
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  const found = matcher.find(units, 0, units.length, line)
  return found < 0 ? -1 : Math.min(end, start + Buffer.byteLength(text.slice(0, found)))
}

const lineEnd = 10

function endOfLine(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(lineEnd, from)
  return at < 0 || at > to ? to : at
}

/** A line end may have two characters. */
function withoutReturn(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === 13 ? end - 1 : end
}

function around(bytes: Buffer, start: number, end: number, context: number): { before: string[]; after: string[] } {
  const before: string[] = []
  for (let stop = start - 1; before.length < context && stop >= 0 && bytes[stop] === lineEnd;) {
    const from = stop === 0 ? 0 : bytes.lastIndexOf(lineEnd, stop - 1) + 1
    before.unshift(show(bytes, from, withoutReturn(bytes, from, stop), from))
    stop = from - 1
  }
  const after: string[] = []
  const ended = bytes.indexOf(lineEnd, end)
  for (let from = ended + 1; ended >= 0 && after.length < context && from < bytes.length;) {
    const stop = endOfLine(bytes, from, bytes.length)
    after.push(show(bytes, from, withoutReturn(bytes, from, stop), from))
    from = stop + 1
  }
  return { before, after }
}

/** Returns a long line around `place`, with … for omitted parts. */
function show(bytes: Buffer, start: number, end: number, place: number): string {
  if (end - start <= shownOfLine) return bytes.toString('utf8', start, end)
  const from = Math.max(start, Math.min(place - shownOfLine / 2, end - shownOfLine))
  const to = Math.min(end, from + shownOfLine)
  return `${from > start ? '…' : ''}${bytes.toString('utf8', from, to)}${to < end ? '…' : ''}`
}
