import { expect } from 'chai'
import { aboutOf, listFacts } from '../../../../../desktop/console/features/audit/audit-record.ts'
import { i18n } from '../../../../../desktop/console/language/i18n.ts'
import { loadMessages } from '../../../../../desktop/console/language/service-messages.ts'
import { message } from '../../../../../shared/messages/message.ts'

describe('the details of an audit record', () => {
  before(() => Promise.all([loadMessages('en'), loadMessages('fr')]))
  afterEach(() => (i18n.global.locale.value = 'en'))

  const denied = message('restore_denied', { level: 'customer', reason: 'denied' })

  it('show messages as sentences in the user’s language', () => {
    const detail = { status: 403, why: [denied] }

    const english = listFacts({ detail }).map(({ value }) => value)
    i18n.global.locale.value = 'fr'
    const french = listFacts({ detail }).map(({ value }) => value)

    expect(english).to.deep.equal(['403', 'The restore policy of the customer denies restores.'])
    expect(french).to.deep.equal(['403', 'La politique de restauration du client interdit les restaurations.'])
  })

  it('show legacy sentences, other objects and unknown codes unchanged', () => {
    const unknown = { code: 'of_a_later_version', params: {} }
    const detail = { why: 'a sentence of version 0.2', wanted: { keep_days: 30 }, reason: unknown }

    const values = listFacts({ detail }).map(({ value }) => value)

    expect(values).to.deep.equal([detail.why, JSON.stringify(detail.wanted, null, 2), JSON.stringify(unknown, null, 2)])
  })

  it('describe a record’s object by its reason if it has no name', () => {
    const reason = message('enrolment_token_expired')

    expect(aboutOf({ detail: { reason } })).to.equal('The enrolment token had expired.')
    expect(aboutOf({ detail: { reason, hostname: 'edge' } })).to.equal('edge')
    expect(aboutOf({ detail: { counts: {} } })).to.equal('')
  })
})
