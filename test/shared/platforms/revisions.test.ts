import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { parse } from 'yaml'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { platforms } from '../../../shared/platforms/registry.ts'
import { fixture } from '../../support/recordings.ts'
import type { Normalisation } from '../../../shared/platforms/normalisation.ts'

/** By platform the rules of each revision, hashed: a line stays as it is once it is there. */
const known = parse(fixture('normaliser-revisions.yaml').toString('utf8')) as Record<string, Record<number, string>>

describe('the normalisation revision', () => {
  for (const { id, normalise } of platforms as readonly Platform[]) {
    if (!normalise) continue

    it(`is raised when the rules of ${id} change`, () => {
      const { revision } = normalise
      const rules = rulesOf(normalise)
      const revisions = known[id] ?? {}

      const advice = `raise the revision of ${id}, and write \`${revision + 1}: ${rules}\` into normaliser-revisions.yaml`
      expect(
        revisions[revision],
        revisions[revision] === undefined ? `write \`${revision}: ${rules}\`` : advice,
      ).to.equal(rules)
      expect(Math.max(...Object.keys(revisions).map(Number)), 'the latest').to.equal(revision)
    })
  }

  it('is recorded only for existing platforms', () => {
    expect(platforms.map(({ id }) => id as string)).to.include.members(Object.keys(known))
  })
})

function rulesOf({ layouts = [], rules }: Normalisation): string {
  const written = JSON.stringify({ layouts, rules }, (_name, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  )
  return createHash('sha256').update(written).digest('hex').slice(0, 16)
}
