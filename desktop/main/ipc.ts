import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { Questions } from '../bridge.ts'
import { channelOf, isQuestion, type QuestionName, questionNames } from '../bridge-messages.ts'
import { connectionOf } from './console-protocol.ts'
import { Refused } from './refused.ts'

/** The answers to the bridge's questions. `asker`: whose console asks, from the address of the page, not from its words. */
export type Answers = {
  [Name in QuestionName]: (
    asker: string,
    ...given: Parameters<Questions[Name]>
  ) => Awaited<ReturnType<Questions[Name]>> | ReturnType<Questions[Name]>
}

/**
 * Listens for the bridge's questions. A message is heard from the top frame of a page of the console alone, and only with
 * arguments of its shape. A refusal is handed on in words; of anything else the page hears that it did not work.
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
      if (asker === null || !isSaved(asker)) return refuse(name, 'it came from a page that is none of the console')
      if (!isQuestion(name, given)) return refuse(name, 'it had not the shape of that question')
      try {
        const answer = answers[name] as (asker: string, ...given: unknown[]) => unknown
        return { value: await answer(asker, ...given) }
      } catch (error) {
        if (error instanceof Refused) return { refusal: error.message }
        log(`${name} failed: ${error instanceof Error ? error.message : error}`)
        return { refusal: `that did not work (${name}); the log of the program says more` }
      }
    })
  }

  function refuse(name: string, why: string) {
    log(`the question ${name} was refused: ${why}`)
    return { refusal: `the question was refused: ${why}` }
  }
}

/** Frames inside of a page are nobody. */
function askerOf({ senderFrame }: IpcMainInvokeEvent): string | null {
  return senderFrame && senderFrame.parent === null ? connectionOf(senderFrame.url) : null
}
