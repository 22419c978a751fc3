import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import { languageNow } from '../language/i18n.ts'
import { frenchAdvice } from './failure-words.ts'
import { serviceText } from './said/service-text.ts'

/** The longest first: one advice begins like another. */
const byLength = (Object.keys(failures) as FailureCode[]).sort(
  (one, other) => failures[other].advice.length - failures[one].advice.length,
)

/**
 * A failure's text in the language of the moment: its frame and its advice, which the service says in English, are said in
 * French there. What the device said stays in its words.
 */
export function failureText(text: string): string
export function failureText(text: string | null | undefined): string | null | undefined
export function failureText(text: string | null | undefined): string | null | undefined {
  if (!text || languageNow() === 'en') return text
  const code = byLength.find((one) => text.includes(failures[one].advice))
  if (!code) return serviceText(text)
  const at = text.lastIndexOf(failures[code].advice)
  const before = text.slice(0, at).replace(/\b(To try|Try): $/, 'À essayer\u00a0: ')
  return framed(before, code) + frenchAdvice[code] + text.slice(at + failures[code].advice.length)
}

/** `failed while logging in; expected a prompt; seen: %Bad`. What was seen of a tree that is too large is sizes. */
function framed(text: string, code: FailureCode): string {
  const [, before = '', step = '', expected, seen = '', after = ''] =
    /^([^]*?)\bfailed while ([^;]+?)(?:; expected ([^]*?))?(; (?:seen: |nothing was seen)|(?=\. ))([^]*)$/.exec(text) ??
    []
  if (!step) return text
  const said = seen === '' ? '' : seen.startsWith('; seen') ? '\u00a0; vu\u00a0: ' : '\u00a0; rien n’a été vu'
  const awaited = expected === undefined ? '' : `\u00a0; attendu\u00a0: ${serviceText(expected)}`
  return `${before}échec pendant\u00a0: ${serviceText(step)}${awaited}${said}${code === 'tree_too_large' ? sizesOf(after) : after}`
}

function sizesOf(seen: string): string {
  return seen
    .replace(/\b(\d+)\.(\d) ([KMGT])iB\b/g, '$1,$2 $3io')
    .replace('; the largest: ', '\u00a0; les plus gros\u00a0: ')
}
