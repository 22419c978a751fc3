import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'

describe('the rendering of a message', () => {
  it('formats parameters by language', () => {
    const tooLarge = message('too_large', { content: 'archive', size: 1_614_807_040, limit: 1_073_741_824 })

    expect(render(tooLarge, 'en')).to.equal('The archive is 1.6 GiB; the limit is 1 GiB (BKP_MAX_ARCHIVE_BYTES).')
    expect(render(tooLarge, 'fr')).to.equal(
      'L’archive fait 1,6\u00a0Gio\u00a0; la limite est de 1\u00a0Gio (BKP_MAX_ARCHIVE_BYTES).',
    )
  })

  it('shows a size just above a limit as larger than the limit', () => {
    const sentence = render(message('too_large', { content: 'text', size: 2_097_153, limit: 2_097_152 }), 'en')

    expect(sentence).to.equal('The text is 2.1 MiB; the limit is 2 MiB.')
  })

  it('selects the plural form', () => {
    const limited = (cost: number) =>
      render(message('rate_limited', { by: 'actor', per_minute: 600, cost, retry_after: 60 }), 'en')

    expect(limited(1)).to.equal('You exceeded the limit of 600 requests per minute. Try again in 1 min.')
    expect(limited(10)).to.contain('; this operation counts as 10 requests. Try')
  })

  it('quotes text of users and devices, whatever characters it has', () => {
    const sentence = render(message('unknown_level', { level: "{x} <b> 'y' |", levels: ['platform', 'device'] }), 'en')

    expect(sentence).to.equal("Unknown policy level {x} <b> 'y' |. Valid levels: platform, device.")
  })

  it('accepts parameters of unexpected types from other programs', () => {
    const odd = { toString: 1, valueOf: 1 }
    const params = { artifact: odd, bytes: odd, milliseconds: null }

    expect(render({ code: 'log_artifact_read', params }, 'en')).to.contain('{"toString":1,"valueOf":1}: NaN')
    expect(render({ code: 'log_changes_in', params: { sections: [odd] } }, 'en')).to.contain('"toString"')
    expect(render({ code: 'log_failure', params: { failure: odd } }, 'en')).to.equal('')
  })

  it('names code and parameters of an unknown message', () => {
    expect(render({ code: 'from_the_future', params: { answer: 42 } }, 'en')).to.equal('from_the_future {"answer":42}')
  })
})
