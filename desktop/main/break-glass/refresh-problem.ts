import { message } from '../../../shared/messages/message.ts'
import type { BreakGlassProblem } from '../../bridge.ts'
import { ServiceRefusal } from './copy-service.ts'

/** Returns why a refresh failed, for display. */
export function problemOf(error: unknown): BreakGlassProblem {
  if (!(error instanceof ServiceRefusal)) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { kind: 'disk', message: message('desktop_break_glass_disk', { error: code || String(error) }) }
  }
  if (error.status === null) return { kind: 'unreachable', message: null }
  if (error.status === 401) return { kind: 'no-session', message: null }
  if (error.status === 404) return { kind: 'unknown', message: null }
  return { kind: 'refused', message: error.code === null ? null : { code: error.code, params: error.params } }
}
