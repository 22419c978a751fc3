import { message } from '../../shared/messages/message.ts'
import type { CaptureWarning } from '../../shared/platforms/requests.ts'
import type { RunLogMessage } from './captured.ts'

/** Returns the line for an artifact that was read. @param startedAt `performance.now()` of its request */
export function artifactRead(artifact: string, bytes: number, startedAt: number): RunLogMessage {
  return message('log_artifact_read', { artifact, bytes, milliseconds: millisecondsSince(startedAt) })
}

/** Returns the line for the answer to a command. @param startedAt `performance.now()` of its sending */
export function commandRead(command: string, bytes: number, startedAt: number): RunLogMessage {
  return message('log_command_read', { command, bytes, milliseconds: millisecondsSince(startedAt) })
}

/** Returns the line for the answer to a command whose size is secret. @param startedAt `performance.now()` of its sending */
export function commandEnded(command: string, startedAt: number): RunLogMessage {
  return message('log_command_ended', { command, milliseconds: millisecondsSince(startedAt) })
}

/** Returns the line for what an inspection of a collected text found. */
export function captureWarning(artifact: string, warning: CaptureWarning): RunLogMessage {
  return message('log_capture_warning', { artifact, warning })
}

function millisecondsSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
