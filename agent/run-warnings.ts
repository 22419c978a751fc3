import type { ReportedResult } from '../shared/agent-protocol/report.ts'
import type { CaptureWarningCode, RestoreWarningCode } from '../shared/messages/codes.ts'
import type { MessageOf } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'

/** What a user must know about a run that did not fail. */
export type RunWarning = MessageOf<CaptureWarningCode | RestoreWarningCode>

/** Returns warnings as a report contains them: as codes, and in English for services of an earlier release. */
export function reportedWarnings(
  warnings: readonly RunWarning[],
): Pick<ReportedResult, 'warnings' | 'warning_messages'> {
  return { warnings: warnings.map((warning) => render(warning, 'en')), warning_messages: warnings }
}
