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

/** Why the last backup of a device failed, in two parts: what happened in a few words, and what to do. */
export interface Reason {
  /** Undefined for a code that has no name. */
  title: string | undefined
  remedy: string
}

/** Returns the reason of an exception; undefined if its last backup did not fail. */
export function exceptionReason(exception: Schemas['ReportException']): Reason | undefined {
  const { t } = useMessages(messages)
  const { failure, error_code: errorCode } = exception
  const code = (failure?.code ?? errorCode) as keyof typeof messages.en.name | null
  const name = code && code in messages.en.name ? t(`name.${code}`) : undefined
  const remedy = (failure && messageText(failure.advice)) ?? exceptionText(exception) ?? (name && messageText({ code: `advice_${code}` })) // prettier-ignore
  if (!remedy) return undefined
  return { title: name && name.charAt(0).toUpperCase() + name.slice(1), remedy }
}
