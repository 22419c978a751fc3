/**
 * Interprets a device's bytes as a terminal does. Texts here are latin1 strings, one character per byte, so that every
 * byte is preserved.
 */

/** The first character of control sequences. */
export const escape = String.fromCharCode(27)
const bel = String.fromCharCode(7)
const csi = `${escape}\\[[0-?]*[ -/]*[@-~]` // ECMA-48 §5.4
const osc = `${escape}\\][^${bel}${escape}]*(?:${bel}|${escape}\\\\)`
const other = `${escape}[()][0-9A-B]|${escape}[=>78cDEHM]`
const sequences = new RegExp(`${csi}|${osc}|${other}`, 'g')
const erasure = new RegExp(`^${escape}\\[([012]?)K`) // EL, ECMA-48 §8.3.41
const moves = new RegExp(`[\\b\\r${escape}]`)

/**
 * Removes escape sequences and converts every line end to `\n`. Also removes a carriage return at the start of a line.
 */
export function plainLines(text: string): string {
  const plain = text.includes(escape) ? text.replace(sequences, '') : text
  return plain.replace(/\r+\n/g, '\n').replace(/(^|\n)\r+/g, '$1')
}

/** As `plainLines`, but keeps the erasing sequences, for `rendered`. */
export function erasableLines(text: string): string {
  const plain = text.replace(sequences, (sequence) => (erasure.test(sequence) ? sequence : ''))
  return plain.replace(/\r+\n/g, '\n').replace(/(^|\n)\r+/g, '$1')
}

/** As `plainLines`, for one line without its end. */
export function plainLine(line: string): string {
  const plain = line.includes(escape) ? line.replace(sequences, '') : line
  return sliceLine(plain, 0, plain.length)
}

/** Returns part of a text without the carriage returns at both ends. */
export function sliceLine(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && text.charCodeAt(start) === carriageReturn) start += 1
  while (end > start && text.charCodeAt(end - 1) === carriageReturn) end -= 1
  return text.slice(start, end)
}

const carriageReturn = 13

/**
 * Renders one line as a screen shows it: backspaces and carriage returns move the cursor, later characters overwrite or
 * erase.
 */
export function rendered(line: string): string {
  if (!moves.test(line)) return line
  const cells: string[] = []
  let column = 0
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    const erased = character === escape ? erasure.exec(line.slice(at, at + 4)) : null
    if (erased) {
      if (erased[1] === '1' || erased[1] === '2') cells.fill(' ', 0, column + 1)
      if (erased[1] !== '1') cells.length = Math.min(cells.length, column)
      at += erased[0].length - 1
    } else if (character === '\b') column = Math.max(0, column - 1)
    else if (character === '\r') column = 0
    else cells[column++] = character
  }
  return Array.from(cells, (cell) => cell ?? ' ').join('')
}

/**
 * Removes the echo of `command` from the start of an answer. Finds it by text instead of position: a device may wrap it
 * at its width, redraw it with backspaces, scroll it behind a `$`, repeat it, or print log lines before it.
 * @returns `echoed` is false if no echo was found; `rest` is then the whole text
 */
export function withoutEcho(text: string, command: string, skippable: (line: string) => boolean) {
  const wanted = squash(command)
  const broken = brokenLines(command)
  const head = firstLines(text, broken + 6)
  for (let from = 0; from < head.length; from++) {
    let line = ''
    for (let to = from; to < Math.min(head.length, from + broken); to++) {
      line += head[to]?.text ?? ''
      if (!shows(squash(rendered(line)), wanted)) continue
      return { rest: withoutRepeats(text.slice(head[to]?.end ?? text.length), command), echoed: true }
    }
    const first = rendered(head[from]?.text ?? '').trim()
    if (first !== '' && !skippable(first)) break
  }
  return { rest: text, echoed: false }
}

/** The number of lines in which the echo of a command and its repetitions occur. Later lines belong to the answer. */
export function echoLines(command: string): number {
  return brokenLines(command) + 7
}

function brokenLines(command: string): number {
  return 2 + Math.ceil(command.length / 20)
}

/** Whether a line shows `command` as it was sent, with only a prompt before it. */
export function isEcho(line: string, command: string): boolean {
  return shows(squash(rendered(line)), squash(command))
}

/** Whether a line is the command, with or without a prompt before it, or its scrolled end. */
function shows(shown: string, wanted: string): boolean {
  if (shown === wanted) return true
  if (shown.endsWith(wanted) && /[>#$%]$/.test(shown.slice(0, -wanted.length))) return true
  const scrolled = /\$([^$]{4,})$/.exec(shown)?.[1]
  return scrolled !== undefined && wanted.endsWith(scrolled)
}

/**
 * Removes repeated echoes: a terminal echoes typed-ahead input at once, and the command line again when it reads it.
 */
function withoutRepeats(rest: string, command: string): string {
  const line = /^([^\n]*)\n/.exec(rest)
  return line && isEcho(line[1] ?? '', command) ? rest.slice(line[0].length) : rest
}

function squash(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Returns complete lines only: the last line without a line end is incomplete. */
function firstLines(text: string, count: number): { text: string; end: number }[] {
  const lines: { text: string; end: number }[] = []
  for (let from = 0; lines.length < count;) {
    const end = text.indexOf('\n', from)
    if (end === -1) break
    lines.push({ text: text.slice(from, end), end: end + 1 })
    from = end + 1
  }
  return lines
}
