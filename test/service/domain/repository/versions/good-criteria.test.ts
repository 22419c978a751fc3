import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { type GoodCandidate, chooseGood } from '../../../../../service/domain/repository/versions/good-criteria.ts'

const [captured, later] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]
const confirmed = { capturedAt: captured, lastSeenAt: later, reviewedAt: null, suspicious: null, labMode: false, hostNotCompared: false } // prettier-ignore
const doubt = [message('capture_partial')]

/** A version of which only the facts of the criteria matter. */
function candidate(
  fields: Partial<GoodCandidate['version']> = {},
  rest: Partial<Omit<GoodCandidate, 'version'>> = {},
): GoodCandidate {
  const version = { ...confirmed, ...fields }
  return { version, isDamaged: false, isIncomplete: false, metadata: {}, problems: 0, ...rest } as GoodCandidate
}

const codesOf = (candidates: GoodCandidate[]) => chooseGood(candidates).failing.map(({ code }) => code)

describe('the last known good version', () => {
  it('is the newest that a second run found unchanged or a user reviewed', () => {
    const once = candidate({ lastSeenAt: captured })
    const reviewed = candidate({ lastSeenAt: captured, reviewedAt: later })
    const seenTwice = candidate()

    expect(chooseGood([once, reviewed, seenTwice])).to.deep.equal({ candidate: reviewed, failing: [] })
    expect(chooseGood([once, seenTwice, reviewed])).to.deep.equal({ candidate: seenTwice, failing: [] })
  })

  it('includes a suspicious version only after its review', () => {
    const suspicious = candidate({ suspicious: doubt })
    const accepted = candidate({ suspicious: doubt, reviewedAt: later })
    const before = candidate()

    expect(chooseGood([suspicious, before]).candidate).to.equal(before)
    expect(chooseGood([accepted, before]).candidate).to.equal(accepted)
  })

  const failing: [string, GoodCandidate][] = [
    ['not_good_unconfirmed', candidate({ lastSeenAt: captured })],
    ['not_good_partial', candidate({}, { metadata: { partial: true } })],
    ['not_good_partial', candidate({}, { metadata: { problems: 2 } })],
    ['not_good_partial', candidate({}, { metadata: { denied: { stanzas: 1 } } })],
    ['not_good_partial', candidate({}, { metadata: { omitted: { stanzas: 1 } } })],
    ['not_good_partial', candidate({}, { metadata: { edited: true } })],
    ['not_good_partial', candidate({}, { metadata: { hidden: 'accounts' } })],
    ['not_good_partial', candidate({}, { problems: 1 })],
    ['not_good_lab_mode', candidate({ labMode: true })],
    ['not_good_host_not_compared', candidate({ hostNotCompared: true })],
    ['not_good_incomplete', candidate({}, { isIncomplete: true })],
    ['not_good_damaged', candidate({}, { isDamaged: true })],
  ]
  for (const [at, [code, one]] of failing.entries()) {
    it(`is not a version with ${code} (${at}), which is returned with the code if there is no other`, () => {
      const older = candidate()

      expect(chooseGood([one, older])).to.deep.equal({ candidate: older, failing: [] })
      expect(chooseGood([one]).candidate).to.equal(one)
      expect(codesOf([one])).to.deep.equal([code])
    })
  }

  it('may have masked secrets, which many devices never show', () => {
    const masked = candidate({}, { metadata: { masked: { secrets: 2 }, restorable: false } })

    expect(codesOf([masked])).to.deep.equal([])
  })

  it('has every criterion that fails, and none of a suspicious version', () => {
    const poor = candidate({ lastSeenAt: captured, labMode: true, hostNotCompared: true })

    expect(codesOf([candidate({ suspicious: doubt }), poor])).to.deep.equal([
      'not_good_unconfirmed',
      'not_good_lab_mode',
      'not_good_host_not_compared',
    ])
  })

  it('is unknown if all versions are suspicious, or none is stored', () => {
    expect(chooseGood([candidate({ suspicious: doubt })]).candidate).to.equal(null)
    expect(codesOf([candidate({ suspicious: doubt })])).to.deep.equal(['not_good_suspicious'])
    expect(codesOf([])).to.deep.equal(['not_good_no_version'])
  })
})
