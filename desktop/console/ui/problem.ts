import { ApiProblem, type Problem } from '../client/api.ts'
import { DesktopProblem } from '../client/desktop.ts'
import { titleOfStatus } from '../../../shared/contract/problems.ts'
import { languageNow } from '../language/i18n.ts'
import { messageText } from '../language/service-messages.ts'
import { useMessages } from '../language/useMessages.ts'
import { isPermission, permissionName } from './permission-name.ts'
import { messages } from './problem-messages.ts'

/** Returns the problem of a failure; undefined for an internal error. */
export function problemIn(failure: Error | undefined): Problem | undefined {
  return failure instanceof ApiProblem ? failure.problem : undefined
}

/**
 * Returns field errors by path, such as `options.paths.0`, in the current language; several for one field are joined.
 */
export function fieldErrors(failure: Error | undefined): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, ...error } of problemIn(failure)?.errors ?? []) {
    const message = messageText(error) ?? error.message
    errors[path] = errors[path] === undefined ? message : `${errors[path]}; ${message}`
  }
  return errors
}

/** A failure in the current language. */
export interface FailureText {
  title: string
  detail: string
  /** Whether the detail is the service's English text, because there is no translation. */
  isQuoted: boolean
}

/** Returns what failed and why, translated as far as possible. */
export function describeFailure(failure: Error): FailureText {
  const { t } = useMessages(messages)
  if (failure instanceof DesktopProblem) {
    const { code } = failure.problem
    return { title: messageText(failure.problem) ?? code, detail: '', isQuoted: false }
  }
  const problem = problemIn(failure)
  if (!problem) return { title: t('mistake'), detail: failure.message, isQuoted: false }
  if (problem.status === 0) return { title: t('silent'), detail: t('silentHint'), isQuoted: false }
  const title =
    messageText({ code: titleOfStatus(problem.status) }) ?? (problem.title || t('failed', { status: problem.status }))
  const detail = detailOf(problem)
  return { title, detail: detail ?? problem.detail ?? '', isQuoted: detail === undefined && Boolean(problem.detail) }
}

/** Returns the same as one sentence, for a toast or a single line. */
export function failureSentence(failure: Error): string {
  const { t } = useMessages(messages)
  const { title, detail, isQuoted } = describeFailure(failure)
  const isSilent = problemIn(failure)?.status === 0
  if (!detail) return title
  return problemIn(failure) && !isQuoted && !isSilent ? detail : t('both', { title, detail })
}

/** Returns a sentence of a newer service if the console is in English; other languages quote it. */
function inEnglish(text: string): string | undefined {
  return languageNow() === 'en' ? text : undefined
}

function detailOf({ code, params, detail = '', errors, missing }: Problem): string | undefined {
  const { t } = useMessages(messages)
  if (errors && errors.length > 0) {
    const said = errors.map((error) => ({ ...error, message: messageText(error) ?? inEnglish(error.message) }))
    if (said.some(({ message }) => message === undefined)) return inEnglish(detail)
    return said.map(({ path, message }) => t('both', { title: path, detail: message ?? '' })).join('; ')
  }
  if (missing && isPermission(missing)) return t('lacks', { permission: permissionName(missing) })
  if (code === 'scope_limited') return t('scope') // the service's sentence names parameters of the API
  return messageText({ code, params }) ?? inEnglish(detail)
}

/** Whether the failure is that a request was stored for the approval of another person. */
export function isApprovalRequested(failure: Error | undefined): boolean {
  return problemIn(failure)?.code === 'approval_requested'
}
