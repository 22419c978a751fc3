import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { Questions } from '../bridge.ts'
import { channelOf, isQuestion, type QuestionName, questionNames } from '../bridge-messages.ts'
import { connectionOf } from './console-protocol.ts'
import { message } from '../../shared/messages/message.ts'
import { DesktopError } from './desktop-error.ts'

/** The answers to the bridge's questions. `asker`: whose console asks, from the address of the page, not from its words. */
export type Answers = {
  [Name in QuestionName]: (
    asker: string,
    ...given: Parameters<Questions[Name]>
  ) => Awaited<ReturnType<Questions[Name]>> | ReturnType<Questions[Name]>
}

/**
 * Listens for the bridge's questions. A message is heard from the top frame of a page of the console alone, and only with
 * arguments of its shape. A DesktopError is handed on as its message; of anything else the page hears only that it failed.
 */
export function answerBridge(
  ipcMain: Pick<IpcMain, 'handle'>,
  answers: Answers,
  isSaved: (connectionId: string) => boolean,
  log: (line: string) => void,
): void {
  for (const name of questionNames()) {
    ipcMain.handle(channelOf(name), async (event: IpcMainInvokeEvent, ...given: unknown[]) => {
      const asker = askerOf(event)
      if (asker === null || !isSaved(asker)) return reject(name, 'page')
      if (!isQuestion(name, given)) return reject(name, 'arguments')
      try {
        const answer = answers[name] as (asker: string, ...given: unknown[]) => unknown
        return { value: await answer(asker, ...given) }
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

/** Frames inside of a page are nobody. */
function askerOf({ senderFrame }: IpcMainInvokeEvent): string | null {
  return senderFrame && senderFrame.parent === null ? connectionOf(senderFrame.url) : null
}
