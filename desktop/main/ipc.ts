import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { Questions } from '../bridge.ts'
import { channelOf, isQuestion, type QuestionName, questionNames } from '../bridge-messages.ts'
import { connectionOf } from './console-protocol.ts'
import { message } from '../../shared/messages/message.ts'
import { DesktopError } from './desktop-error.ts'

/** Handlers of bridge calls. `caller`: the connection of the calling page, from its address, not from its arguments. */
export type BridgeHandlers = {
  [Name in QuestionName]: (
    caller: string,
    ...given: Parameters<Questions[Name]>
  ) => Awaited<ReturnType<Questions[Name]>> | ReturnType<Questions[Name]>
}

/**
 * Handles bridge calls. Only the top frame of a console page is accepted, and only arguments of the expected shape. A
 * DesktopError is returned as its message; of other errors the page learns only that the call failed.
 */
export function answerBridge(
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: BridgeHandlers,
  isSaved: (connectionId: string) => boolean,
  log: (line: string) => void,
): void {
  for (const name of questionNames()) {
    ipcMain.handle(channelOf(name), async (event: IpcMainInvokeEvent, ...given: unknown[]) => {
      const caller = callingConnection(event)
      if (caller === null || !isSaved(caller)) return reject(name, 'page')
      if (!isQuestion(name, given)) return reject(name, 'arguments')
      try {
        const handle = handlers[name] as (caller: string, ...given: unknown[]) => unknown
        return { value: await handle(caller, ...given) }
      } catch (error) {
        if (error instanceof DesktopError) return { problem: error.problem }
        log(`${name} failed: ${error instanceof Error ? error.message : error}`)
        return { problem: message('desktop_request_failed', { request: name }) }
      }
    })
  }

  function reject(request: string, reason: 'page' | 'arguments') {
    log(`request ${request} rejected: ${reason}`)
    return { problem: message('desktop_request_rejected', { request, reason }) }
  }
}

/** Returns the connection of the calling page; null for embedded frames. */
function callingConnection({ senderFrame }: IpcMainInvokeEvent): string | null {
  return senderFrame && senderFrame.parent === null ? connectionOf(senderFrame.url) : null
}
