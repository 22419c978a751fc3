import { expect } from 'chai'
import { deviceCookie } from '../../../service/http/device-cookie.ts'

describe('the cookie of a device', () => {
  it('is accepted over TLS only, and for the login alone, if users reach the service over TLS', () => {
    const set: [string, object][] = []
    const response = { cookie: (name: string, _value: string, options: object) => void set.push([name, options]) }

    for (const baseUrl of ['https://coffer.example.net/backup', 'http://localhost:8080']) {
      deviceCookie(baseUrl, 'coffer_device').set(response as never, 'token')
    }

    const shared = { httpOnly: true, sameSite: 'strict' }
    expect(set.map(([name]) => name)).to.deep.equal(['__Secure-coffer_device', 'coffer_device'])
    expect(set[0]?.[1]).to.include({ ...shared, secure: true, path: '/backup/api/auth/login' })
    expect(set[1]?.[1]).to.include({ ...shared, secure: false, path: '/api/auth/login' })
  })

  it('is read by its own name only', () => {
    const { read } = deviceCookie('https://coffer.example.net', 'coffer_device')

    expect(read({ headers: { cookie: 'coffer_device=former; __Secure-coffer_device=mine' } })).to.equal('mine')
    expect(read({ headers: { cookie: 'coffer_device=former' } })).to.equal(undefined)
  })
})
