import { expect } from 'chai'
import {
  type Fingerprint,
  decisionsOn,
  groupsOf,
  matterOf,
  neighbourOf,
  queryOf,
} from '../../../../../desktop/console/features/trust/trust-view.ts'

const pending = { status: 'pending', compared: false, instead_of: null } as Fingerprint
const approved = { ...pending, id: 'a', fingerprint: 'SHA256:x', last_seen_at: '', decided_at: null, decided_by: null }

describe('the fingerprint list', () => {
  it('shows pending fingerprints by default', () => {
    expect(queryOf('', '')).to.deep.equal({ pending_only: true })
    expect(queryOf('nonsense', 'd')).to.deep.equal({ pending_only: true, device_id: 'd' })
    expect(queryOf('not-compared', '')).to.deep.equal({ status: 'approved', compared: false })
    expect(queryOf('all', '')).to.deep.equal({})
  })

  it('distinguishes a first fingerprint from a changed one', () => {
    expect(matterOf(pending)).to.equal('first')
    expect(matterOf({ ...pending, instead_of: approved })).to.equal('changed')
    expect(matterOf({ ...pending, status: 'approved' })).to.equal('notCompared')
    expect(matterOf({ ...pending, status: 'approved', compared: true })).to.equal('approved')
  })

  it('offers the decisions that are still possible', () => {
    expect(decisionsOn(pending)).to.deep.equal(['approve', 'reject'])
    expect(decisionsOn({ ...pending, status: 'rejected', compared: true })).to.deep.equal(['approve'])
    expect(decisionsOn({ ...pending, status: 'approved', compared: true })).to.deep.equal(['reject'])
    expect(decisionsOn({ ...pending, status: 'superseded' })).to.deep.equal([])
  })

  it('splits a fingerprint into groups without losing characters', () => {
    const digits = 'z8UjzespN2Si+w7bLILYrIpT6XX4Wa24ErJN4bP6abc'
    const pairs = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join(':')

    expect(groupsOf(`SHA256:${digits}`).join('')).to.equal(digits)
    expect(groupsOf(pairs)).to.have.length(4)
    expect(groupsOf(pairs).join(':')).to.equal(pairs)
  })

  it('moves on to the next fingerprint, or the previous one at the end', () => {
    const rows = [{ id: 'a' }, { id: 'b' }]

    expect(neighbourOf(rows, 'a')).to.equal('b')
    expect(neighbourOf(rows, 'b')).to.equal('a')
    expect(neighbourOf([{ id: 'a' }], 'a')).to.equal(undefined)
  })
})
