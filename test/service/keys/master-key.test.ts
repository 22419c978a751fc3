import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { StartupError } from '../../../service/store/startup-error.ts'
import {
  loadMasterKey,
  parseMasterKey,
  prepareMasterKey,
  resolveMasterKey,
} from '../../../service/keys/load-master-key.ts'
import { WrongMasterKey, unwrap, wrap } from '../../../service/keys/master-key.ts'
import { openField, sealField } from '../../../service/keys/sealed-field.ts'
import { makeTenantKeys, unwrapTenantKeys, wrapTenantKeys } from '../../../service/keys/tenant-keys.ts'

describe('the master key', () => {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-keys-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('is created once in the data directory, readable only by its owner', () => {
    const first = loadMasterKey(null, folder, true)
    const second = loadMasterKey(null, folder, false)

    expect(first.made).to.equal(path.join(folder, 'master-key'))
    expect(second.made).to.equal(undefined)
    expect(second.masterKey).to.deep.equal(first.masterKey)
    expect(fs.statSync(path.join(folder, 'master-key')).mode & 0o777).to.equal(0o600)
  })

  it('is complete or absent after a start that was killed during the write', () => {
    fs.writeFileSync(path.join(folder, 'master-key.partial'), 'c2Vj', { mode: 0o644 })

    const { masterKey } = loadMasterKey(null, folder, true)

    expect(loadMasterKey(null, folder, false).masterKey).to.deep.equal(masterKey)
    expect(fs.readdirSync(folder)).to.deep.equal(['master-key'])
    expect(fs.statSync(path.join(folder, 'master-key')).mode & 0o777).to.equal(0o600)
  })

  it('is not created again if an installation has keys: they would become unreadable', () => {
    expect(() => loadMasterKey(null, folder, false)).to.throw(StartupError, 'BKP_MASTER_KEY_FILE')
  })

  it('is rejected without being shown if it is not 32 bytes of base64', () => {
    for (const given of [
      '',
      'secret-that-is-short',
      randomBytes(31).toString('base64'),
      randomBytes(32).toString('hex'),
    ]) {
      expect(() => parseMasterKey(given, 'BKP_MASTER_KEY'))
        .to.throw(StartupError, 'BKP_MASTER_KEY')
        .with.property('message')
        .that.not.matches(/secret-that/)
    }
  })

  it('opens what it wrapped for the same purpose, and nothing else', () => {
    const key = randomBytes(32)
    const wrapped = wrap(key, 'one', Buffer.from('plain'))

    expect(unwrap(key, 'one', wrapped).toString()).to.equal('plain')
    expect(() => unwrap(key, 'two', wrapped)).to.throw(WrongMasterKey)
    expect(() => unwrap(randomBytes(32), 'one', wrapped)).to.throw(WrongMasterKey)
    for (let at = 0; at < wrapped.length; at++) {
      const damaged = Buffer.from(wrapped)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(() => unwrap(key, 'one', damaged)).to.throw(WrongMasterKey)
    }
    expect(() => unwrap(key, 'one', wrapped.subarray(0, 20))).to.throw(WrongMasterKey)
  })

  it('is the one that opens the database when a change was killed before the file was replaced', () => {
    const { masterKey: old } = loadMasterKey(null, folder, true)
    const next = randomBytes(32)
    prepareMasterKey(folder, next)

    resolveMasterKey(folder, (key) => key.equals(next))

    expect(loadMasterKey(null, folder, false).masterKey).to.deep.equal(next)
    prepareMasterKey(folder, old)
    resolveMasterKey(folder, (key) => key.equals(next))
    expect(loadMasterKey(null, folder, false).masterKey).to.deep.equal(next)
    expect(fs.readdirSync(folder)).to.deep.equal(['master-key'])
  })
})

describe('a tenant’s keys', () => {
  it('are restored from their bundle, for this tenant only', async () => {
    const masterKey = randomBytes(32)
    const keys = await makeTenantKeys('0199c0de-0000-7000-8000-000000000001')

    const bundle = wrapTenantKeys(masterKey, keys, 1)

    expect(unwrapTenantKeys(masterKey, keys.tenantId, bundle)).to.deep.equal(keys)
    expect(() => unwrapTenantKeys(masterKey, '0199c0de-0000-7000-8000-000000000002', bundle)).to.throw(WrongMasterKey)
  })

  it('seal a field for its position: another row, field or tenant does not open it', async () => {
    const keys = await makeTenantKeys('0199c0de-0000-7000-8000-000000000001')
    const sealed = sealField(keys, { row: 'r1', field: 'error' }, 'enable secret 5 $1$abc')

    expect(openField(keys, { row: 'r1', field: 'error' }, sealed).toString()).to.equal('enable secret 5 $1$abc')
    expect(sealed.includes('secret')).to.equal(false)
    expect(() => openField(keys, { row: 'r2', field: 'error' }, sealed)).to.throw()
    expect(() => openField(keys, { row: 'r1', field: 'line' }, sealed)).to.throw()
    expect(() => openField({ ...keys, tenantId: 'another' }, { row: 'r1', field: 'error' }, sealed)).to.throw()
  })
})
