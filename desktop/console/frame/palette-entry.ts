import type { IconName } from '../ui/icons.ts'

/** A line of the command palette. `beside` distinguishes entries with the same label. */
export interface PaletteEntry {
  id: string
  icon: IconName
  label: string
  beside?: string
  run: () => unknown
}

/** Maximum number of devices or customers in the palette. */
export const maxShown = 8

/** One letter matches too much to search by. */
export const leastLetters = 2
