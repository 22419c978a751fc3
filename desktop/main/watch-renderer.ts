import type { Dialog, RenderProcessGoneDetails, WebContents } from 'electron'
import type { DesktopMessages } from './desktop-messages.ts'

export interface WatchOptions {
  messages: DesktopMessages
  dialog: Pick<Dialog, 'showMessageBox'>
  /** Asks whether to leave a page with unsaved changes. */
  leavePage: () => boolean
  /** Reloads the console. */
  reload: () => void
  quit: () => void
  log: (line: string) => void
  nowMs: () => number
}

const soonMs = 60_000

/**
 * Shows the reason and the options when the page's process ends or hangs, and asks before a page with unsaved changes
 * closes. The service keeps running meanwhile.
 */
export function watchRenderer(contents: Pick<WebContents, 'on'>, options: WatchOptions): void {
  const { messages, dialog, leavePage, reload, quit, log, nowMs } = options
  const crashes: number[] = []
  let isAsking = false

  const ask = async (message: string, detail: string, first: string, second: string, onSecond: () => void) => {
    if (isAsking) return
    isAsking = true
    const buttons = [first, second]
    const { response } = await dialog
      .showMessageBox({ type: 'warning', message, detail, buttons, defaultId: 0, cancelId: 1, noLink: true })
      .finally(() => (isAsking = false))
    if (response === 0) reload()
    else onSecond()
  }

  contents.on('render-process-gone', (_, details) => {
    if (details.reason === 'clean-exit') return
    log(`the window's process ended: ${details.reason}, exit code ${details.exitCode}`)
    crashes.push(nowMs())
    const isOften = crashes.filter((at) => nowMs() - at < soonMs).length >= 3
    const detail = `${whyOf(messages, details)} ${isOften ? messages.crashedAgain : messages.crashedOnce}`
    void ask(messages.crashed, detail, messages.reload, messages.quit, quit)
  })
  contents.on('will-prevent-unload', (event) => {
    if (leavePage()) event.preventDefault()
  })
  contents.on('unresponsive', () => {
    log('the window does not answer')
    void ask(messages.unresponsive, messages.unresponsiveWhy, messages.reload, messages.wait, () => undefined)
  })
}

function whyOf({ crashedWhy }: DesktopMessages, { reason }: RenderProcessGoneDetails): string {
  return Object.hasOwn(crashedWhy, reason) ? crashedWhy[reason as keyof typeof crashedWhy] : crashedWhy.other
}
