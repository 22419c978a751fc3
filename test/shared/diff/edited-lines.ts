import { seeded } from '../../support/random.ts'

/** Two texts of which the second is an edited first: from `letters` different lines, some without a last '\n'. */
export function editedLines(seed: number): { before: string; after: string } {
  const random = seeded(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const letters = 1 + pick(20)
  const letter = () => String.fromCharCode(97 + pick(letters))
  const lines = Array.from({ length: pick(60) }, letter)
  const edited = lines.flatMap((line) => [[], [letter(), line], [`new ${pick(4)}`]][pick(15)] ?? [line])
  const end = (all: string[]) => all.join('\n') + (all.length > 0 && pick(4) > 0 ? '\n' : '')
  return { before: end(lines), after: end(edited) }
}

/** A text as its lines, each with its '\n' where it has one. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
