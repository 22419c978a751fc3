import { expect } from 'chai'
import { createNormaliser, normaliseText } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { seeded } from '../../support/random.ts'
import { type CollectedText, collectedTexts } from './collected-texts.ts'

/** Determines the order of shuffled lines. Each run tries the same ones; another SEED tries others. */
const seed = Number(process.env['SEED'] ?? 1)

describe('lines that no rule matches', () => {
  it('are copied as the rules would return them, in captures and in any order', async () => {
    const texts = (await collectedTexts()).filter(({ raw }) => raw.length < 200_000)
    const different = texts.flatMap((text, at) => {
      const lines = text.raw.toString('latin1').split('\n')
      const orders = [lines, shuffled(lines, seeded(seed + at)), inRuns(lines, seeded(seed + at))]
      return orders.some((order) => whole(text, order) !== lineByLine(text, order)) ? [`${text.path} ${text.key}`] : []
    })

    expect(texts.length).to.be.greaterThan(100)
    expect(different, `SEED=${seed} tries these orders again`).to.deep.equal([])
  })
})

function whole(text: CollectedText, lines: readonly string[]): string {
  return normaliseText(platformOf(text), text.key, bytes(lines.join('\n'))).toString('latin1')
}

/** A line that comes alone passes all rules. */
function lineByLine(text: CollectedText, lines: readonly string[]): string {
  const normaliser = createNormaliser(platformOf(text), text.key)
  const ends = lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line))
  return Buffer.concat([...ends.map((line) => normaliser.push(bytes(line))), normaliser.end()]).toString('latin1')
}

function platformOf({ platform }: CollectedText): Platform {
  const known = platformById(platform)
  if (!known) throw new Error(`${platform} is not a platform`)
  return known
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function shuffled(lines: readonly string[], random: () => number): string[] {
  const order = [...lines]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other] ?? '', order[at] ?? '']
  }
  return order
}

/** Cuts the text at random places and repeats, drops or moves what is between them. */
function inRuns(lines: readonly string[], random: () => number): string[] {
  const order: string[] = []
  for (let from = 0; from < lines.length;) {
    const run = lines.slice(from, from + 1 + Math.floor(random() * 6))
    from += run.length
    const chance = random()
    if (chance < 0.2) order.push(...run, ...run)
    else if (chance < 0.3) order.unshift(...run)
    else if (chance < 0.9) order.push(...run)
  }
  return order
}
