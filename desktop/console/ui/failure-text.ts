import type { components } from '../../../shared/contract/api-types.ts'
import { failureInLanguage, messageText } from '../language/service-messages.ts'
import { useMessages } from '../language/useMessages.ts'
import { messages } from './failure-messages.ts'

type Schemas = components['schemas']

/** A failure in the API: as codes and as text. */
interface Failed {
  failure?: Schemas['Failure'] | null
  error?: string | null
}

/** Returns why something failed, in the language of the console; for an unknown code, the API's text. */
export function failureText({ failure, error }: Failed): string | undefined {
  return (failure && (failureInLanguage(failure) ?? failure.message)) ?? error ?? undefined
}

type Artifact = Pick<Schemas['RunArtifact'], 'failure' | 'reason' | 'message'>

/** Returns why an artifact was not collected: the failure, or why the device does not have it. */
export function artifactText({ failure, reason, message }: Artifact): string | undefined {
  return (reason && messageText(reason)) ?? failureText({ failure, error: message })
}

/** The warnings of a run or of a report's exception: as codes and as text. */
type Warned = Pick<Schemas['Run'], 'warnings' | 'warning_messages'>

/** Returns the warnings in the language of the console; those with unknown codes as the API returns them. */
export function warningTexts({ warnings, warning_messages: messages }: Warned): string[] {
  return warnings.map((text, at) => (messages[at] && messageText(messages[at])) ?? text)
}

/** Returns the text of a connection test's step. */
export function stepText({ step, name }: Schemas['TestStep']): string {
  return messageText(step) ?? name
}

/** Returns why a step of a connection test failed, and the device's last output. */
export function stepDetail({ failure, detail, last_lines: lines }: Schemas['TestStep']): string | undefined {
  const shown = lines && messageText({ code: 'failure_last_lines', params: { lines: lines.join(' ⏎ ') } })
  return failure && shown ? `${failureText({ failure })} ${shown}` : failureText({ failure, error: detail })
}

/** Returns why the last backup of a device failed, or what it did not collect. */
export function exceptionText(exception: Schemas['ReportException']): string | undefined {
  const { failure, failed_artifacts: artifacts, last_error: error } = exception
  const notCollected = [...artifacts.map((one) => `${one.key}: ${failureText(one)}`), ...warningTexts(exception)]
  if (failure || notCollected.length === 0) return failureText({ failure, error })
  return notCollected.join('; ')
}

/** Why something failed: what happened in a few words, what to do, and everything that is known. */
export interface Reason {
  /** Undefined for a code that has no name, and for a warning. */
  title?: string
  remedy: string
  whole: string
}

type Named = Failed & { error_code: string | null }

/** Returns why a run failed, or its warnings; undefined if it has neither. */
export function runReason(run: Named & Warned): Reason | undefined {
  const [remedy, ...others] = warningTexts(run)
  return failureReason(run) ?? (remedy === undefined ? undefined : { remedy, whole: [remedy, ...others].join('; ') })
}

/** Returns the reason of an exception, of a partial backup that of its first part; undefined if all was collected. */
export function exceptionReason(exception: Schemas['ReportException']): Reason | undefined {
  const { failure, error_code, last_error: error, failed_artifacts: artifacts } = exception
  const whole = exceptionText(exception)
  const [part] = failure ? [] : artifacts
  if (!part) return failureReason({ failure, error_code, error: whole ?? error }, whole)
  const reason = failureReason({ failure: part.failure, error_code: null }, whole)
  return reason && { ...reason, title: [part.key, reason.title].filter(Boolean).join(': ') }
}

/** Returns the reason of a failure; undefined without one. */
export function failureReason(of: Named, whole = failureText(of)): Reason | undefined {
  const { t } = useMessages(messages)
  const code = (of.failure?.code ?? of.error_code) as keyof typeof messages.en.name | null
  const name = code && code in messages.en.name ? t(`name.${code}`) : undefined
  const advice = of.failure && messageText(of.failure.advice)
  const remedy = advice ?? whole ?? (name && messageText({ code: `advice_${code}` }))
  if (!remedy) return undefined
  return { ...(name && { title: name.charAt(0).toUpperCase() + name.slice(1) }), remedy, whole: whole ?? remedy }
}
