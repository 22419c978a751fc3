const endings: (() => Promise<void>)[] = []

/** Has `end` run when the whole test run is over. For what is started once, by the first test that needs it. */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end)
}

/** Runs all of them, last come first. */
export async function runEndings(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
