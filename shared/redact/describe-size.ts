import { LinearPattern } from '../search/linear-pattern.ts'

/**
 * Redaction of device output for failures and logs. Any output may be a configuration or a part of one, so only its
 * size is reported. For a message that a platform's patterns recognise, known words are reported, and `…` for all
 * others: names, values, secrets.
 */

/**
 * Returns the size of an output without any content; '' for an empty one.
 * @param answer as latin1
 */
export function describeSize(answer: string): string {
  const text = answer.trimEnd()
  if (text === '') return ''
  const last = text.slice(text.lastIndexOf('\n') + 1).trim()
  return shapeWords(answer.length, text.split('\n').length, { text: last, length: last.length })
}

/** As `describeSize`, for a stream. */
export function createSizeCounter() {
  let bytes = 0
  let ended = 0
  let lines = 0
  let last = { text: '', length: 0 }
  let rest = ''
  let left = 0 // of a long line, what is not stored
  const endLine = (line: string) => {
    const text = line.trim()
    if (text !== '') {
      lines = ended + 1
      last = { text, length: text.length + left }
    }
    left = 0
  }
  /** Of complete lines only their number and the last non-blank one are needed. */
  const addLines = (text: string) => {
    const filled = text.trimEnd()
    if (filled !== '') {
      const line = filled.slice(filled.lastIndexOf('\n') + 1).trim()
      lines = ended + countEnds(filled) + 1
      last = { text: line, length: line.length }
    }
    ended += countEnds(text) + 1
  }
  return {
    push(text: string): void {
      bytes += text.length
      const first = text.indexOf('\n')
      const end = text.lastIndexOf('\n')
      if (first !== -1) {
        endLine(rest + text.slice(0, first))
        ended += 1
        rest = ''
        if (end > first) addLines(text.slice(first + 1, end))
      }
      rest += text.slice(end + 1)
      left += Math.max(0, rest.length - heldLength)
      rest = rest.slice(0, heldLength)
    },
    end(): string {
      endLine(rest)
      rest = ''
      return lines === 0 ? '' : shapeWords(bytes, lines, last)
    },
  }
}

function countEnds(text: string): number {
  let ends = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends += 1
  return ends
}

/** Characters stored of a line; beyond that only its length is counted. */
const heldLength = 1_000

function shapeWords(bytes: number, lines: number, last: { text: string; length: number }): string {
  const end = closing.test(last.text) ? `“${last.text}”` : `of ${last.length} characters`
  return lines === 1 ? `${bytes} bytes, one line ${end}` : `${bytes} bytes in ${lines} lines, the last one ${end}`
}

/** Describes a line of output: a closing word that cannot be a secret, or its length. */
export function lineShape(line: string): string {
  const text = line.trim()
  if (text === '') return ''
  return closing.test(text) ? text : `a line of ${text.length} characters`
}

/** Words that close blocks and texts, or confirm an action. */
const closing = /^(?:end|exit|next|!|#|\}|\};|commit complete)$/

/** Returns the known words of the message that one of these patterns recognises; otherwise the size of the output. */
export function knownWords(answer: string, patterns: readonly RegExp[]): string {
  for (const pattern of patterns) {
    const at = placeOf(pattern, answer)
    if (at === undefined) continue
    const start = answer.lastIndexOf('\n', at - 1) + 1
    const end = answer.indexOf('\n', at)
    return messageWords(answer.slice(start, end === -1 ? undefined : end)) || describeSize(answer)
  }
  return describeSize(answer)
}

/** Returns where a line matches, behind the blanks at the start of the match. */
function placeOf(pattern: RegExp, answer: string): number | undefined {
  const flags = pattern.flags.replace(/[gmy]/g, '')
  const behindBlanks = ({ index, 0: text }: RegExpExecArray) => index + (text.length - text.trimStart().length)
  if (!(pattern instanceof LinearPattern)) {
    const found = new RegExp(pattern.source, `${flags}m`).exec(answer)
    return found ? behindBlanks(found) : undefined
  }
  const linear = new LinearPattern(pattern.source, flags)
  let start = 0
  for (const line of answer.split('\n')) {
    const found = linear.exec(line)
    if (found) return start + behindBlanks(found)
    start += line.length + 1
  }
  return undefined
}

/**
 * Returns the words of a message that commonly occur in messages, with `…` for all others; of a long message the
 * beginning.
 */
export function messageWords(message: string): string {
  const shown: string[] = []
  for (const word of message.slice(0, 400).split(/\s+/)) {
    if (word === '') continue
    const isKnown = /^(?:%{1,2}|:|\^|'\^'|01[\da-f]{6}:\d:|[1-5]\d\d:?)$/.test(word) || isOfMessages(word)
    if (isKnown) shown.push(word)
    else if (shown.at(-1) !== '…') shown.push('…')
  }
  return shown.every((word) => word === '…') ? '' : shown.join(' ')
}

/** `syntax`, `(Permission`, `denied.`, `error:`, `command/path`. */
function isOfMessages(word: string): boolean {
  const parts = word.toLowerCase().match(/[^\s%:;,.()[\]'"’`!?/-]+/g) ?? []
  return parts.length > 0 && word.length <= 40 && parts.every((part) => vocabulary.has(part))
}

const vocabulary = new Set(
  (
    'a about abnormal abort aborted access account action allowed already ambiguous an and another answer any appliance ' +
    'argument as at authentication authenticated authorised authorization authorized autocommand available bad bash be ' +
    'because been being buffer busy by cannot can not can’t can t changed changes closed code command commit communication ' +
    'complete completions configuration connect connection could couldn count credential credentials ' +
    'database data deadlock denied detected device directory disabled display does don doesn down enough error errors exec ' +
    'execute executing exist exists expected expecting expired fail failed failure file for forbidden found from full get ' +
    'group has have hostname id illegal in incomplete initiate input insufficient internal into invalid is it item items ' +
    'limit line load locked login lost management marker match may maximum memory message missing mgd mode modified module ' +
    'more must no node none nologin non not number numeric object of on only open opening operation option or output parse ' +
    'parser parsing partition permission permissions permitted platform please present privilege privileges problem ' +
    'processing product protocol read ready recognised recognized refused rejected request required resource responding ' +
    'result retry right rights role rsync rules run running saved saving scp sender server service session sh shell show ' +
    'some sorry space specified startup stat started state status su subsystem such sudo support supported switch syntax ' +
    'system task temporarily terminal termination that the there this time timed timeout tmsh to token tokens too try ' +
    'tty type unable unauthorized unavailable undefined unexpected unknown unrecognized unsupported usage use used user ' +
    'valid value version volatile wait warning was with without word write wrong you your active api resources stopped cli config getting left lock out while check all enter old new password passcode username'
  ).split(' '),
)
