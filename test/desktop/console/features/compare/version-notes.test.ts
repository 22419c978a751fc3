import { expect } from 'chai'
import { listFacts, notesOf } from '../../../../../desktop/console/features/compare/version-notes.ts'

describe('the notes of a version', () => {
  const version = { damaged: false, suspicious: [], lab_mode: false, host_not_compared: false, metadata: {} }

  it('are empty for an ordinary version', () => {
    expect(notesOf(version)).to.deep.equal([])
    expect(listFacts(version)).to.deep.equal([])
  })

  it('begin with the most severe', () => {
    const metadata = {
      partial: true,
      masked: { accounts: ['admin', 7], secrets: 2 },
      lost: { characters: 3 },
      hidden: 'accounts',
    }

    expect(notesOf({ ...version, damaged: true, suspicious: ['shrank'], lab_mode: true, metadata })).to.deep.equal([
      { about: 'damaged' },
      { about: 'suspicious' },
      { about: 'lab' },
      { about: 'partial' },
      { about: 'maskedSecrets', count: 2 },
      { about: 'maskedAccounts', names: ['admin'] },
      { about: 'lost', count: 3 },
      { about: 'hidden', words: 'accounts' },
    ])
  })

  it('leave other facts as the device reported them', () => {
    expect(listFacts({ metadata: { author: 'admin', serial: 'FCW', masked: 1, versions: [1, 2] } })).to.deep.equal([
      { name: 'serial', value: 'FCW' },
      { name: 'versions', value: '[1,2]' },
    ])
  })

  it('ignore metadata of another type', () => {
    expect(notesOf({ ...version, metadata: { masked: 'all', lost: 3, hidden: 4 } })).to.deep.equal([])
  })
})
