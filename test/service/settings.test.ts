import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import express from 'express'
import { describeSettings } from '../../service/describe-settings.ts'
import { readSettings } from '../../service/settings.ts'

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
    ['BKP_HOST', '999.1.1.1', /^BKP_HOST is '999.1.1.1': expected an address of this computer/],
    ['BKP_HOST', 'two words', /^BKP_HOST is 'two words': expected/],
    ['BKP_HOST', 'https://coffer.example.net', /^BKP_HOST is 'https:.*': expected/],
    ['BKP_TRUST_PROXY', 'bogus', /^BKP_TRUST_PROXY is 'bogus': expected addresses or networks of proxies/],
    ['BKP_TRUST_PROXY', '1', /^BKP_TRUST_PROXY is '1': expected addresses or networks of proxies/],
    ['BKP_TRUST_PROXY', '10.0.0.5,1', /^BKP_TRUST_PROXY is '10.0.0.5,1': expected/],
    ['BKP_TRUST_PROXY', '10.0.0.0/33', /^BKP_TRUST_PROXY is '10.0.0.0\/33': expected/],
    ['BKP_TRUST_PROXY', 'true', /^BKP_TRUST_PROXY is 'true': expected/],
    ['BKP_CORS_ORIGINS', '*', /^BKP_CORS_ORIGINS is '\*': expected origins of pages such as/],
    ['BKP_CORS_ORIGINS', 'https://c.example.net/path', /^BKP_CORS_ORIGINS is .*: expected origins/],
    ['BKP_TLS_CERT_FILE', '/etc/coffer/cert.pem', /^BKP_TLS_CERT_FILE needs BKP_TLS_KEY_FILE$/],
    ['BKP_TLS_KEY_FILE', '/etc/coffer/key.pem', /^BKP_TLS_KEY_FILE needs BKP_TLS_CERT_FILE$/],
    ['BKP_MAX_CONNECTIONS', '1', /expected a whole number from 100/],
    ['BKP_ADMIN_EMAIL', 'nonsense', /^BKP_ADMIN_EMAIL is 'nonsense': expected an e-mail address$/],
    ['BKP_ADMIN_PASSWORD', 'short', /^BKP_ADMIN_PASSWORD has 5 characters: expected 12 to 1024$/],
    ['BKP_MASTER_KEY', 'abc', /^BKP_MASTER_KEY is not a master key: expected 32 bytes in base64/],
    ['BKP_BASE_URL', 'coffer.example.net', /expected an address/],
    ['BKP_MAX_DIFF_LINES', '0', /expected a whole number from 1/],
    ['BKP_MASTER_KEY_FILE', '/nowhere/key', /expected a file that can be read/],
    ['BKP_DATABASE_URL', 'pass:word@db', /^(?!.*word@).*BKP_DATABASE_URL is not an address: expected postgres:/],
    ['BKP_DATABASE_OWNER_URL', 'postgres://owner@db/coffer', /BKP_DATABASE_OWNER_URL needs BKP_DATABASE_URL/],
    ['BKP_DATABASE_LISTEN_URL', 'postgres://coffer_service@db/coffer', /_LISTEN_URL needs BKP_DATABASE_URL/],
    ['BKP_S3_ENDPOINT', 'https://s3.example.net', /BKP_S3_ENDPOINT needs BKP_S3_BUCKET/],
    ['BKP_S3_BUCKET', 'backups', /BKP_S3_BUCKET needs BKP_S3_ACCESS_KEY_ID/],
    ['BKP_S3_SECRET_ACCESS_KEY', 'half', /^BKP_S3_SECRET_ACCESS_KEY needs BKP_S3_BUCKET$/],
    [
      'BKP_MERAKI_URL',
      'http://api.meraki.com',
      /^BKP_MERAKI_URL is 'http:.*': expected an address that begins with https/,
    ],
    ['BKP_MERAKI_URL', 'https://somebody:secret@dashboard', /^BKP_MERAKI_URL holds a login: give it without one$/],
    ['BKP_MERAKI_HOSTS', 'proxy.example.net/path', /^BKP_MERAKI_HOSTS is 'proxy.*': expected names of hosts/],
    ['BKP_MERAKI_CALLS_PER_SECOND', '11', /expected a whole number from 1 to 10/],
    ['BKP_MERAKI_CA_FILE', '/nowhere/ca.pem', /expected a file of certificates in PEM/],
    ['BKP_BASE_URL', 'https://somebody:secret@s3.example.net', /^BKP_BASE_URL holds a login: give it without one$/],
  ] as const) {
    it(`stop the start in one line for ${name}=${value}`, () => {
      expect(() => readSettings({ [name]: value })).to.throw(expected)
    })
  }

  for (const [given, meant] of [
    ['', false],
    ['false', false],
    ['loopback, 10.0.0.0/8,2001:db8::1', 'loopback, 10.0.0.0/8,2001:db8::1'],
  ] as const) {
    it(`believe the proxies of BKP_TRUST_PROXY=${given}, as the server understands them`, () => {
      const { trustProxy } = readSettings({ BKP_TRUST_PROXY: given })

      expect(trustProxy).to.equal(meant)
      expect(() => express().set('trust proxy', trustProxy)).not.to.throw()
    })
  }

  for (const host of ['0.0.0.0', '::', 'localhost', 'coffer_1.example.net']) {
    it(`listen at ${host}`, () => {
      expect(readSettings({ BKP_HOST: host })).to.deep.include({ host })
    })
  }

  it('tell of a name that looks like one of them and is none', () => {
    const settings = readSettings({ BKP_TIMZONE: 'Europe/Paris', BKP_TIMEZONE: 'UTC', BKP_AGENT_URL: 'https://c.net' })

    expect(settings.ignored).to.deep.equal(['BKP_TIMZONE'])
    expect(describeSettings(settings)).to.include('BKP_TIMZONE is no setting: it is ignored')
  })

  it('all stand in the documents, those of an agent too', () => {
    const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
    const namesIn = (text: string) => new Set(text.match(/BKP_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_$])/g))
    const told = namesIn(['settings', 'agent', 'object-store'].map((name) => read(`docs/${name}.md`)).join('\n'))

    for (const file of ['service/settings.ts', 'agent/settings.ts']) {
      expect(
        [...namesIn(read(file))].filter((name) => !told.has(name)),
        file,
      ).to.deep.equal([])
    }
  })

  it('take secrets out of the environment, so that no child inherits them', () => {
    const environment: Record<string, string> = {
      BKP_ADMIN_PASSWORD: 'a long password',
      BKP_MASTER_KEY: 'A'.repeat(43) + '=',
      BKP_DATABASE_URL: 'postgres://coffer_service:pw@db/coffer',
    }

    const settings = readSettings(environment)

    expect(settings.admin.password).to.equal('a long password')
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
      .to.match(/^BKP_S3_BUCKET backups$/m)
      .and.not.contain('s3cret')
  })

  it('read a secret from its file', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-settings-')), 'password')
    fs.writeFileSync(file, 'a word from a file\n')

    expect(readSettings({ BKP_ADMIN_PASSWORD_FILE: file }).admin.password).to.equal('a word from a file')
  })

  it('are shown each under the name by which it is set', () => {
    const settings = readSettings({ BKP_CORS_ORIGINS: 'https://a.net,https://b.net', BKP_LOCAL_AGENT: 'no' })

    const shown = describeSettings(settings)

    const source = fs.readFileSync(path.join(import.meta.dirname, '../../service/settings.ts'), 'utf8')
    const given = new Set([...source.matchAll(/read\.\w+\('(BKP_\w+)'/g)].map(([, name = '']) => name))
    const names = new Set(shown.map((line) => line.split(' ')[0]))
    expect([...given].filter((name) => !/^BKP_(S3|DATABASE)_/.test(name) && !names.has(name))).to.deep.equal([])
    expect(shown).to.include.members([
      'BKP_BASE_URL http://127.0.0.1:8080',
      'BKP_CORS_ORIGINS https://a.net,https://b.net',
      'BKP_LOCAL_AGENT off',
      'BKP_DATABASE_URL (embedded)',
      'BKP_TLS_CERT_FILE (none)',
    ])
  })

  it('are shown without their secrets', () => {
    const shown = describeSettings(
      readSettings({
        BKP_ADMIN_PASSWORD: 'hunter2hunter2',
        BKP_MASTER_KEY: 'c2VjcmV0'.padEnd(43, 'A') + '=',
        BKP_DATABASE_URL: 'postgres://coffer_service:pa55@db:5432/coffer?password=pa55',
      }),
    ).join('\n')

    expect(shown).to.include('BKP_DATABASE_URL postgres://coffer_service:•••@db:5432/coffer')
    expect(shown).not.to.match(/hunter2|c2VjcmV0|pa55/)
  })
})
