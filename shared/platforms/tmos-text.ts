import { message } from '../messages/message.ts'
import { byLine } from './line-splitter.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

/** Objects with programs: in these (Tcl) quotation marks do not hide braces, only `\` does. */
const program =
  /^(?:(?:ltm|gtm|pem) rule|cli script|sys icall script|sys application (?:template|apl-script)|ltm html-rule) .*\{$/

/** First line of an object, by the modules of TMOS. */
const object =
  /^(?:analytics|api-protection|apm|asm|auth|cli|cm|gtm|ilx|ltm|net|pem|saas|security|sys|vcmp|wam|wom) \S.*\{(?:.*\})?$/

/** An unquoted value with arbitrary characters. */
const encrypted = /^\s*\S*encrypted(?:-password)? [^"\s]\S*$/

/**
 * Inspects a TMOS configuration, saved or listed. It has no end mark, so every brace and quotation mark must be closed.
 * Quoted values may have several lines. Comments of a program may contain unbalanced braces: a program ends where a
 * line is `}` and the next one begins an object. The last one of a text ends with `}` where its braces are balanced,
 * all of them or those outside of comments.
 */
export function createTmosInspector(): TextInspector {
  let depth = 0
  let codeDepth = 0 // of a program, without its comment lines
  let isQuoted = false
  let isProgram = false
  let mayHaveEnded = false

  function look(ended: string): void {
    const line = ended.replace(/\r$/, '')
    if (line === '') return
    if (isProgram && mayHaveEnded && object.test(line)) {
      isProgram = false
      depth = 0
    }
    mayHaveEnded = line === '}'
    if (!isProgram && !isQuoted) {
      if (depth === 0 && line.startsWith('#')) return
      if (depth === 0) {
        isProgram = program.test(line)
        codeDepth = 0
      }
      if (encrypted.test(line)) return
    }
    const isComment = isProgram && line.trimStart().startsWith('#')
    for (const [mark] of line.matchAll(/\\.|["{}]/g)) {
      if (mark === '"' && !isProgram) isQuoted = !isQuoted
      if (mark === '"' || isQuoted || mark.startsWith('\\')) continue
      const step = mark === '{' ? 1 : -1
      depth += step
      if (!isComment) codeDepth += step
    }
    if (depth < 0 && !isProgram) throw cut('a brace that closes nothing')
  }

  return byLine(look, () => {
    if (isQuoted) throw cut('an open quotation mark')
    if (isProgram && mayHaveEnded && (depth === 0 || codeDepth === 0)) return { metadata: {}, warnings: [] }
    if (isProgram) throw cut('a program without its end')
    if (depth > 0) throw cut(`${depth} braces that are open`)
    return { metadata: {}, warnings: [] }
  })
}

function cut(seen: string): ArtifactUnavailable {
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'output_truncated',
    expected: message('expected_closed_text'),
    seen,
  })
}
