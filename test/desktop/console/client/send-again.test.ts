import { expect } from 'chai'
import { sendAgain } from '../../../../desktop/console/client/send-again.ts'

/** A service that accepts one token, and records the requests with it. */
function aService(good: string) {
  const heard: string[] = []
  return {
    heard,
    async send(request: Request): Promise<Response> {
      if (request.headers.get('authorization') !== `Bearer ${good}`) return new Response('no', { status: 401 })
      heard.push(`${request.method} ${await request.text()}`)
      return new Response('yes')
    },
  }
}

const change = (token: string) =>
  new Request('http://service/api/devices', { method: 'POST', body: 'core-1', headers: { authorization: `Bearer ${token}` } }) // prettier-ignore

describe('a request whose session has expired', () => {
  it('is repeated with its body after the user logs in again', async () => {
    const service = aService('new')
    let asked = 0
    const renewed = () => Promise.resolve(`${asked++ ? 'never' : 'new'}`)

    const answer = await sendAgain({ now: () => 'old', renewed }, service.send)(change('old'))

    expect(await answer.text()).to.equal('yes')
    expect(service.heard).to.deep.equal(['POST core-1'])
  })

  it('is repeated without a prompt if another tab has logged in meanwhile', async () => {
    const service = aService('new')
    const renewed = () => Promise.reject(new Error('must not ask the user'))

    const answer = await sendAgain({ now: () => 'new', renewed }, service.send)(change('old'))

    expect(await answer.text()).to.equal('yes')
  })

  it('fails if the user cancels', async () => {
    const service = aService('new')

    const answer = await sendAgain(
      { now: () => 'old', renewed: () => Promise.resolve(null) },
      service.send,
    )(change('old'))

    expect([answer.status, service.heard]).to.deep.equal([401, []])
  })
})
