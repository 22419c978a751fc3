interface Option {
  value: string
  label: string
}

/** Maximum number rendered at once; others are found by the filter. */
const most = 100

/** Returns the options that contain the typed text, and those selected, in the given order. */
export function ticksShown<T extends Option>(options: readonly T[], chosen: readonly string[], typed: string): T[] {
  const part = typed.trim().toLowerCase()
  const ticked = new Set(chosen)
  let others = 0
  return options.filter(({ value, label }) => {
    if (ticked.has(value)) return true
    return label.toLowerCase().includes(part) && ++others <= most
  })
}
