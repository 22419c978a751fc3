import { expect } from 'chai'
import { loadMessages } from '../../../../desktop/console/language/service-messages.ts'
import { suspicionTexts } from '../../../../desktop/console/ui/suspicion-text.ts'
import { message } from '../../../../shared/messages/message.ts'

describe('the reasons of a suspicious version', () => {
  before(() => loadMessages('en'))

  it('are rendered from their codes, or the API’s text for an unknown code', () => {
    const suspicions = [
      message('statements_missing', { artifact: 'running-config', count: 3 }),
      { code: 'of_a_newer_service', params: {} },
    ]

    expect(suspicionTexts({ suspicions, suspicious: ['the API’s sentence', 'something new'] })).to.deep.equal([
      '3 statements of running-config are missing, although both come from the same run. The device may have cut off its answer.',
      'something new',
    ])
    expect(suspicionTexts({})).to.deep.equal([])
  })
})
