import type { Locator, Page } from 'playwright-core'

/** What a person does at a page, counted: a click, a key with what is held down beside it, a field that is filled in. */
export interface CountedHands {
  count: number
  click(on: Locator): Promise<void>
  press(keys: string): Promise<void>
  /** To go into the field is part of it. */
  fill(field: Locator, text: string): Promise<void>
  choose(from: Locator, label: string): Promise<void>
}

export function countedHands(page: Page): CountedHands {
  const hands: CountedHands = {
    count: 0,
    async click(on) {
      await on.click()
      hands.count += 1
    },
    async press(keys) {
      await page.keyboard.press(keys)
      hands.count += 1
    },
    async fill(field, text) {
      await field.fill(text)
      hands.count += 1
    },
    async choose(from, label) {
      await from.selectOption({ label })
      hands.count += 1
    },
  }
  return hands
}
