import { expect } from 'chai'
import {
  type Run,
  asClock,
  isOpen,
  progressOf,
  secondsLeft,
} from '../../../../../desktop/console/features/restore/restore-state.ts'

const restore = (fields: Partial<NonNullable<Run['restore']>> = {}) =>
  ({ remaining_seconds: null, verified_at: null, ...fields }) as Run['restore']

describe('the state of a restore', () => {
  it('counts down by the service’s clock, never below zero', () => {
    expect(secondsLeft(restore({ remaining_seconds: 65 }), 1_000, 6_000)).to.equal(60)
    expect(secondsLeft(restore({ remaining_seconds: 3 }), 0, 9_000)).to.equal(0)
    expect(secondsLeft(restore(), 0, 9_000)).to.equal(undefined)
    expect([asClock(0), asClock(65), asClock(600)]).to.deep.equal(['0:00', '1:05', '10:00'])
  })

  it('is open until its final outcome is known', () => {
    expect(isOpen({ status: 'awaiting_confirmation', restore: restore() })).to.equal(true)
    expect(isOpen({ status: 'reverted', restore: restore() })).to.equal(true)
    expect(isOpen({ status: 'reverted', restore: restore({ verified_at: '2026-03-12T10:00:00Z' }) })).to.equal(false)
    expect(isOpen({ status: 'succeeded', restore: restore() })).to.equal(false)
  })

  it('fails before the commit, or rolls back after it', () => {
    expect(progressOf({ status: 'failed' })).to.deep.equal({ step: 'given', how: 'bad' })
    expect(progressOf({ status: 'awaiting_confirmation' })).to.deep.equal({ step: 'confirmed', how: 'waiting' })
    expect(progressOf({ status: 'reverted' })).to.deep.equal({ step: 'confirmed', how: 'bad' })
  })
})
