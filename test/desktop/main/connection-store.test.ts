import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { bundledId, createConnectionStore, serviceOrigin } from '../../../desktop/main/connection-store.ts'

const pin = Array.from({ length: 32 }, () => 'AB').join(':')

describe('saved connections', () => {
  let folder: string
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-connections-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true }))
  const open = () => createConnectionStore(folder, () => 'http://127.0.0.1:8080')

  it('persist across restarts, with the bundled service first', () => {
    const store = open()
    const { id } = store.save({ id: null, name: ' Acme ', url: 'backup.acme.example' })
    store.rememberUser(id, 'ana@acme.example')
    store.pin(id, pin)

    expect(open().list()).to.deep.equal([
      { id: bundledId, name: 'Coffer', url: 'http://127.0.0.1:8080', lastUser: null, isBundled: true, pinned: null },
      {
        id,
        name: 'Acme',
        url: 'https://backup.acme.example',
        lastUser: 'ana@acme.example',
        isBundled: false,
        pinned: pin,
      },
    ])
  })

  it('lose their pin when the address changes, but not when renamed', () => {
    const store = open()
    const { id } = store.save({ id: null, name: 'Acme', url: 'https://one.example' })
    store.pin(id, pin)

    expect(store.save({ id, name: 'Acme 2', url: 'https://one.example' }).pinned).to.equal(pin)
    expect(store.save({ id, name: 'Acme 2', url: 'https://two.example' }).pinned).to.equal(null)
  })

  it('have unique names', () => {
    const store = open()
    store.save({ id: null, name: 'Acme', url: 'https://one.example' })

    expect(() => store.save({ id: null, name: 'acme', url: 'https://two.example' })).to.throw(
      'desktop_connection_name_taken',
    )
    expect(() => store.save({ id: null, name: ' ', url: 'https://two.example' })).to.throw(
      'desktop_connection_name_missing',
    )
    expect(() => store.remove(bundledId)).to.throw('desktop_bundled_service_fixed')
  })

  it('start empty when their file is damaged, and keep the damaged file', () => {
    open().save({ id: null, name: 'Acme', url: 'https://one.example' })
    fs.writeFileSync(path.join(folder, 'connections.json'), '{"saved": [{}]')

    expect(open().list()).to.have.length(1)
    expect(fs.existsSync(path.join(folder, 'connections.json.damaged'))).to.equal(true)
  })

  it('accept only addresses of services', () => {
    expect(serviceOrigin(' http://10.0.0.5:8080/ ')).to.equal('http://10.0.0.5:8080')
    expect(serviceOrigin('localhost:8443')).to.equal('https://localhost:8443')
    for (const given of ['', 'ftp://host', 'https://user:pw@host', 'https://host/path', 'https://host/?a=b', 'a b']) {
      expect(() => serviceOrigin(given), given).to.throw()
    }
  })
})
