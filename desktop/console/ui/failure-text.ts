import type { components } from '../../../shared/contract/api-types.ts'
import { failureInLanguage, messageText } from '../language/messages.ts'

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
  const { failure, failed_artifacts: artifacts, warnings, last_error: error } = exception
  if (failure || artifacts.length === 0) return failureText({ failure, error })
  return [...artifacts.map((one) => `${one.key}: ${failureText(one)}`), ...warnings].join('; ')
}
