import type { RunLog } from '../../agent/collect/captured.ts'
import { render } from '../../shared/messages/render.ts'

/** Returns a log that adds each line to `lines`, as `LEVEL CODE TEXT`. */
export function logTo(lines: string[]): RunLog {
  return (level, message) => void lines.push(`${level} ${message.code} ${render(message, 'en')}`)
}
