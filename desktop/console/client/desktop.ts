import type { Bridge } from '../../bridge.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'

declare global {
  interface Window {
    /** Offered by the desktop's preload. */
    coffer?: Bridge
  }
}

/** The computer, where the console runs in the desktop; null in a browser, which is shown nothing of it. */
export const desktop: Bridge | null = typeof window === 'undefined' || !window.coffer ? null : withErrors(window.coffer)

/** For components that are drawn only where there is a desktop. */
export function useDesktop(): Bridge {
  if (!desktop) throw new Error('this is for the desktop alone')
  return desktop
}

/** Why the desktop app did not do what it was asked. */
export class DesktopProblem extends Error {
  readonly problem: ReceivedMessage

  constructor(problem: ReceivedMessage) {
    super(problem.code)
    this.problem = problem
  }
}

/** The bridge rejects with plain messages, because no error passes it with its fields. */
export function withErrors(bridge: Bridge): Bridge {
  const wrapped = Object.entries(bridge).map(([name, ask]) => {
    const asked = async (...given: unknown[]) => {
      try {
        return await (ask as (...given: unknown[]) => unknown)(...given)
      } catch (error) {
        throw isMessage(error) ? new DesktopProblem(error) : error
      }
    }
    return [name, name === 'onEvent' ? ask : asked]
  })
  return Object.fromEntries(wrapped) as Bridge
}

function isMessage(error: unknown): error is ReceivedMessage {
  return typeof error === 'object' && error !== null && 'code' in error && 'params' in error
}
