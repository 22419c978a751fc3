interface Option {
  value: string
  label: string
}

/** More than this are not drawn at once: they are found by a part of their name. */
const most = 100

/** Of many values those that hold what is typed, and those that are ticked whatever is typed; in the order given. */
export function ticksShown<T extends Option>(options: readonly T[], chosen: readonly string[], typed: string): T[] {
  const part = typed.trim().toLowerCase()
  const ticked = new Set(chosen)
  let others = 0
  return options.filter(({ value, label }) => {
    if (ticked.has(value)) return true
    return label.toLowerCase().includes(part) && ++others <= most
  })
}
