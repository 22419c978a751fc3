const endings: (() => Promise<void>)[] = []

/** Registers `end` to run after the whole test run. For resources that the first test that needs them starts. */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end)
}

/** Runs all registered functions, in reverse order. */
export async function runEndings(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
