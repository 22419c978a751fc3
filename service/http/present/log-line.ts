import type { components } from '../../../shared/contract/api-types.ts'
import { type Locale, isKnownCode } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { LogLine } from '../../domain/jobs/read-run-log.ts'

/** Returns a line in a locale. Without a code that this version knows, its text is the English one of the agent. */
export function presentLogLine(
  { message, line, ...place }: LogLine & { seq: number },
  locale: Locale,
): components['schemas']['LogLine'] {
  if (!message) return { ...place, line }
  return { ...place, line: isKnownCode(message.code) ? render(message, locale) : line, ...message }
}
