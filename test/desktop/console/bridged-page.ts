import type { Page } from 'playwright-core'
import type { BridgeEvent } from '../../../desktop/bridge.ts'
import { questionNames } from '../../../desktop/bridge-messages.ts'
import type { DesktopProgram } from '../../support/desktop-program.ts'

/**
 * Gives a browser page the desktop’s bridge. The real program answers its calls, on a fake of Electron,
 * and the program’s events reach the page. Call it before the page is opened.
 */
export async function bridgePage(page: Page, program: DesktopProgram): Promise<void> {
  await page.exposeFunction('cofferAsks', async (name: string, given: unknown[]) => {
    const questions = program.bridge as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    try {
      return { value: (await questions[name]?.(...given)) ?? null }
    } catch (error) {
      const problem = error instanceof Error ? error.message : error // a message with its code passes unchanged
      return { problem }
    }
  })
  await page.addInitScript((names) => {
    const computer = window as unknown as {
      cofferAsks(name: string, given: unknown[]): Promise<{ value: unknown } | { problem: unknown }>
      cofferHears: ((event: unknown) => void)[]
      coffer: unknown
    }
    computer.cofferHears = []
    const ask = async (name: string, given: unknown[]) => {
      const answer = await computer.cofferAsks(name, given)
      if ('problem' in answer) throw typeof answer.problem === 'string' ? new Error(answer.problem) : answer.problem
      return answer.value
    }
    computer.coffer = {
      ...Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => ask(name, given)])),
      onEvent(hear: (event: unknown) => void) {
        computer.cofferHears.push(hear)
        return () => void (computer.cofferHears = computer.cofferHears.filter((one) => one !== hear))
      },
    }
  }, questionNames())
  const stop = program.bridge.onEvent((event) => void tell(page, event))
  page.on('close', stop)
}

async function tell(page: Page, event: BridgeEvent): Promise<void> {
  await page
    .evaluate((told) => {
      const { cofferHears } = window as unknown as { cofferHears: ((event: unknown) => void)[] }
      for (const hear of cofferHears) hear(told)
    }, event)
    .catch(() => undefined) // the page is closed
}
