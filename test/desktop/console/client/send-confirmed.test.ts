import { expect } from 'chai'
import { sendConfirmed } from '../../../../desktop/console/client/send-confirmed.ts'

/** A service that wants a confirmation, and keeps what came with one. */
function aService() {
  const done: string[] = []
  return {
    done,
    async send(request: Request): Promise<Response> {
      if (request.headers.get('x-coffer-confirmation') !== 'yes') {
        return Response.json({ missing: 'confirmation' }, { status: 403 })
      }
      done.push(await request.text())
      return new Response('done')
    },
  }
}

const destroy = () => new Request('http://service/api/tenants/1/destroy-key', { method: 'POST', body: 'acme' })

describe('a request that needs the password again', () => {
  it('is repeated with its body once the password is confirmed', async () => {
    const service = aService()

    const answer = await sendConfirmed(() => Promise.resolve('yes'), service.send)(destroy())

    expect([answer.status, service.done]).to.deep.equal([200, ['acme']])
  })

  it('fails if the user cancels', async () => {
    const service = aService()

    const answer = await sendConfirmed(() => Promise.resolve(null), service.send)(destroy())

    expect([answer.status, await answer.json(), service.done]).to.deep.equal([403, { missing: 'confirmation' }, []])
  })

  it('does not ask for the password if a permission is missing', async () => {
    const send = () => Promise.resolve(Response.json({ missing: 'purge:force' }, { status: 403 }))

    const answer = await sendConfirmed(() => Promise.reject(new Error('the user must not be asked')), send)(destroy())

    expect(await answer.json()).to.deep.equal({ missing: 'purge:force' })
  })
})
