import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { describeSettings, readSettings } from '../../service/settings.ts'

describe('the settings', () => {
  it('are the embedded defaults when nothing is set', () => {
    const settings = readSettings({})

    expect(settings).to.deep.include({
      host: '127.0.0.1',
      port: 8080,
      database: 'embedded',
      localAgent: true,
      timeZone: 'UTC',
      scheduleJitterMinutes: 10,
      sessionTtlMinutes: 480,
    })
    expect(settings.limits).to.deep.equal({
      filePreviewBytes: 2_097_152,
      diffFileBytes: 5_242_880,
      diffLines: 5000,
      archiveBytes: 2_147_483_648,
    })
  })

  for (const [name, value, expected] of [
    ['BKP_PORT', '80a', /BKP_PORT is '80a': expected a whole number from 0 to 65535/],
    ['BKP_PORT', '70000', /expected a whole number/],
    ['BKP_TIMEZONE', 'Mars/Olympus', /BKP_TIMEZONE is 'Mars\/Olympus': expected a time zone/],
    ['BKP_LOCAL_AGENT', 'perhaps', /expected on or off/],
    ['BKP_LOG_LEVEL', 'loud', /expected one of/],
    ['BKP_BASE_URL', 'coffer.example.net', /expected an address/],
    ['BKP_MAX_DIFF_LINES', '0', /expected a whole number from 1/],
    ['BKP_MASTER_KEY_FILE', '/nowhere/key', /expected a file that can be read/],
    ['BKP_DATABASE_URL', 'pass:word@db', /^(?!.*word@).*BKP_DATABASE_URL is not an address: expected postgres:/],
    ['BKP_DATABASE_OWNER_URL', 'postgres://owner@db/coffer', /BKP_DATABASE_OWNER_URL needs BKP_DATABASE_URL/],
    ['BKP_DATABASE_LISTEN_URL', 'postgres://coffer_service@db/coffer', /_LISTEN_URL needs BKP_DATABASE_URL/],
    ['BKP_S3_ENDPOINT', 'https://s3.example.net', /BKP_S3_ENDPOINT needs BKP_S3_BUCKET/],
    ['BKP_S3_BUCKET', 'backups', /BKP_S3_BUCKET needs BKP_S3_ACCESS_KEY_ID/],
    ['BKP_S3_SECRET_ACCESS_KEY', 'half', /^BKP_S3_SECRET_ACCESS_KEY needs BKP_S3_BUCKET$/],
    ['BKP_BASE_URL', 'https://somebody:secret@s3.example.net', /^BKP_BASE_URL holds a login: give it without one$/],
  ] as const) {
    it(`stop the start in one line for ${name}=${value}`, () => {
      expect(() => readSettings({ [name]: value })).to.throw(expected)
    })
  }

  it('take secrets out of the environment, so that no child inherits them', () => {
    const environment: Record<string, string> = {
      BKP_ADMIN_PASSWORD: 'a password',
      BKP_MASTER_KEY: 'a key',
      BKP_DATABASE_URL: 'postgres://coffer_service:pw@db/coffer',
    }

    const settings = readSettings(environment)

    expect(settings.admin.password).to.equal('a password')
    expect(environment).to.deep.equal({})
  })

  it('name a bucket of Amazon, or of a store at an address of its own', () => {
    const given = {
      BKP_S3_BUCKET: 'backups',
      BKP_S3_ACCESS_KEY_ID: 'key:with-colon',
      BKP_S3_SECRET_ACCESS_KEY: 's3cret',
    }

    const amazon = readSettings({ ...given, BKP_S3_REGION: 'eu-west-3' })
    const own = readSettings({
      ...given,
      BKP_S3_ENDPOINT: 'http://store:9000/',
      BKP_S3_PUBLIC_ENDPOINT: 'https://s3.net',
    })

    const keys = { bucket: 'backups', accessKeyId: 'key:with-colon', secretAccessKey: 's3cret' }
    const address = 'https://s3.eu-west-3.amazonaws.com'
    expect(readSettings({}).objectStore).to.equal('disk')
    expect(amazon.objectStore).to.deep.equal({
      ...keys,
      endpoint: address,
      publicEndpoint: address,
      region: 'eu-west-3',
      forcePathStyle: false,
    })
    expect(own.objectStore).to.deep.equal({
      ...keys,
      endpoint: 'http://store:9000',
      publicEndpoint: 'https://s3.net',
      region: 'us-east-1',
      forcePathStyle: true,
    })
    expect(describeSettings(own).join('\n'))
      .to.match(/objectStore.bucket backups/)
      .and.not.contain('s3cret')
  })

  it('read a secret from its file', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-settings-')), 'password')
    fs.writeFileSync(file, 'from a file\n')

    expect(readSettings({ BKP_ADMIN_PASSWORD_FILE: file }).admin.password).to.equal('from a file')
  })

  it('are shown without their secrets', () => {
    const shown = describeSettings(
      readSettings({
        BKP_ADMIN_PASSWORD: 'hunter2hunter2',
        BKP_MASTER_KEY: 'c2VjcmV0',
        BKP_DATABASE_URL: 'postgres://coffer_service:pa55@db:5432/coffer?password=pa55',
      }),
    ).join('\n')

    expect(shown).to.include('database postgres://coffer_service:•••@db:5432/coffer')
    expect(shown).not.to.match(/hunter2|c2VjcmV0|pa55/)
  })
})
