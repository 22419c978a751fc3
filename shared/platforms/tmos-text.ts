import { byLine } from './by-line.ts'
import { NoText, type TextInspector } from './requests.ts'

/** Objects that hold programs: in these (Tcl) a quotation mark hides no brace, only `\` does. */
const program =
  /^(?:(?:ltm|gtm|pem) rule|cli script|sys icall script|sys application (?:template|apl-script)|ltm html-rule) .*\{$/

/** The first line of an object, by the modules that TMOS has. */
const object =
  /^(?:analytics|api-protection|apm|asm|auth|cli|cm|gtm|ilx|ltm|net|pem|saas|security|sys|vcmp|wam|wom) \S.*\{(?:.*\})?$/

/** A value that stands there as it is, whatever it is made of. */
const encrypted = /^\s*\S*encrypted(?:-password)? [^"\s]\S*$/

/**
 * Looks at a configuration as TMOS writes it, saved or listed: there is no mark at its end, so each brace and each
 * quotation mark has to be closed. Values in quotation marks run over lines. The comments of a program may hold braces
 * that are not even: a program ends where a line is `}` and the next one begins an object.
 */
export function createTmosInspector(): TextInspector {
  let depth = 0
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
      if (depth === 0) isProgram = program.test(line)
      if (encrypted.test(line)) return
    }
    for (const [mark] of line.matchAll(/\\.|["{}]/g)) {
      if (mark === '"' && !isProgram) isQuoted = !isQuoted
      else if (mark === '{' && !isQuoted) depth += 1
      else if (mark === '}' && !isQuoted) depth -= 1
    }
    if (depth < 0 && !isProgram) throw cut('a brace that closes nothing')
  }

  return byLine(look, () => {
    if (isQuoted) throw cut('an open quotation mark')
    if (depth > 0) throw cut(`${depth} braces that are open`)
    return { metadata: {}, warnings: [] }
  })
}

function cut(seen: string): NoText {
  return new NoText({ is: 'failed', code: 'output_truncated', expected: 'a text that closes all that it opens', seen })
}
