import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startupOf } from '../support/startup-code.ts'
import express from 'express'
import { describeSettings } from '../../service/describe-settings.ts'
import { defaultProcesses, readSettings } from '../../service/settings.ts'

describe('the settings', () => {
  it('default to the embedded database and store', () => {
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

  it('default to a process per core, as far as memory suffices', () => {
    const gib = 1024 ** 3
    expect(defaultProcesses(2, 24 * gib)).to.equal(2)
    expect(defaultProcesses(4, 4 * gib)).to.equal(2)
    expect(defaultProcesses(4, 1 * gib)).to.equal(1)
    expect(defaultProcesses(64, 256 * gib)).to.equal(8)
    expect(readSettings({ BKP_PROCESSES: '3' }).processes).to.equal(3)
  })

  it('read where traces are sent, with headers that are a secret', () => {
    const environment = {
      BKP_TRACES_URL: 'http://collector:4318/v1/traces',
      BKP_TRACES_HEADERS: 'Authorization=Bearer abc=, x-scope-orgid=acme',
    }
    const settings = readSettings(environment)

    expect(settings.traces).to.deep.equal({
      url: 'http://collector:4318/v1/traces',
      headers: { authorization: 'Bearer abc=', 'x-scope-orgid': 'acme' },
      percent: 100,
    })
    expect(environment).to.not.have.property('BKP_TRACES_HEADERS')
    expect(describeSettings(settings).join('\n')).to.include('BKP_TRACES_HEADERS (given)').and.to.not.include('abc')
    expect(readSettings({}).traces).to.equal(null)
  })

  it('read the contract’s limits from their variables', () => {
    const { sessionTtlMinutes, limits } = readSettings({
      BKP_SESSION_TTL_MINUTES: '30',
      BKP_MAX_FILE_PREVIEW_BYTES: '1',
      BKP_MAX_DIFF_FILE_BYTES: '2',
      BKP_MAX_DIFF_LINES: '3',
      BKP_MAX_ARCHIVE_BYTES: '4',
    })

    expect(sessionTtlMinutes).to.equal(30)
    expect(limits).to.deep.equal({ filePreviewBytes: 1, diffFileBytes: 2, diffLines: 3, archiveBytes: 4 })
  })

  for (const [name, value, code] of [
    ['BKP_PORT', '80a', 'setting_out_of_range'],
    ['BKP_PORT', '70000', 'setting_out_of_range'],
    ['BKP_TIMEZONE', 'Mars/Olympus', 'setting_invalid'],
    ['BKP_LOCAL_AGENT', 'perhaps', 'setting_invalid'],
    ['BKP_LOG_LEVEL', 'loud', 'setting_not_one_of'],
    ['BKP_HOST', '999.1.1.1', 'setting_invalid'],
    ['BKP_HOST', 'two words', 'setting_invalid'],
    ['BKP_HOST', 'https://coffer.example.net', 'setting_invalid'],
    ['BKP_TRUST_PROXY', 'bogus', 'setting_invalid'],
    ['BKP_TRUST_PROXY', '1', 'setting_invalid'],
    ['BKP_TRUST_PROXY', '10.0.0.5,1', 'setting_invalid'],
    ['BKP_TRUST_PROXY', '10.0.0.0/33', 'setting_invalid'],
    ['BKP_TRUST_PROXY', 'true', 'setting_invalid'],
    ['BKP_CORS_ORIGINS', '*', 'setting_invalid'],
    ['BKP_CORS_ORIGINS', 'https://c.example.net/path', 'setting_invalid'],
    ['BKP_TLS_CERT_FILE', '/etc/coffer/cert.pem', 'setting_requires'],
    ['BKP_TLS_KEY_FILE', '/etc/coffer/key.pem', 'setting_requires'],
    ['BKP_MAX_CONNECTIONS', '1', 'setting_too_small'],
    ['BKP_PROCESSES', '0', 'setting_out_of_range'],
    ['BKP_PROCESSES', '65', 'setting_out_of_range'],
    ['BKP_ADMIN_EMAIL', 'nonsense', 'setting_invalid'],
    ['BKP_ADMIN_PASSWORD', 'short', 'admin_password_length'],
    ['BKP_MASTER_KEY', 'abc', 'master_key_invalid'],
    ['BKP_BASE_URL', 'coffer.example.net', 'setting_invalid'],
    ['BKP_MAX_DIFF_LINES', '0', 'setting_too_small'],
    ['BKP_MASTER_KEY_FILE', '/nowhere/key', 'setting_file_unreadable'],
    ['BKP_DATABASE_URL', 'pass:word@db', 'database_url_invalid'],
    ['BKP_DATABASE_OWNER_URL', 'postgres://owner@db/coffer', 'setting_requires'],
    ['BKP_DATABASE_LISTEN_URL', 'postgres://coffer_service@db/coffer', 'setting_requires'],
    ['BKP_S3_ENDPOINT', 'https://s3.example.net', 'setting_requires'],
    ['BKP_S3_BUCKET', 'backups', 'setting_requires'],
    ['BKP_S3_BUCKET', 'a', 'setting_invalid'],
    ['BKP_S3_SECRET_ACCESS_KEY', 'half', 'setting_requires'],
    ['BKP_S3_OBJECT_LOCK', 'on', 'setting_not_one_of'],
    ['BKP_S3_OBJECT_LOCK', 'compliance', 'object_lock_without_bucket'],
    ['BKP_MERAKI_URL', 'http://api.meraki.com', 'setting_invalid'],
    ['BKP_MERAKI_URL', 'https://somebody:secret@dashboard', 'setting_has_login'],
    ['BKP_MERAKI_HOSTS', 'proxy.example.net/path', 'setting_invalid'],
    ['BKP_MERAKI_CALLS_PER_SECOND', '11', 'setting_out_of_range'],
    ['BKP_MERAKI_CA_FILE', '/nowhere/ca.pem', 'setting_invalid'],
    ['BKP_TRACES_HEADERS', 'authorization=Bearer abc', 'setting_requires'],
    ['BKP_TRACES_HEADERS', 'Bearer abc', 'setting_headers_invalid'],
    ['BKP_TRACES_PERCENT', '0', 'setting_out_of_range'],
    ['BKP_METRICS_DEVICES', '1000000', 'setting_out_of_range'],
    ['BKP_BASE_URL', 'https://somebody:secret@s3.example.net', 'setting_has_login'],
  ] as const) {
    it(`reject ${name}=${value} at the start, in one line`, () => {
      const failure = thrownBy(() => readSettings({ [name]: value }))

      expect(startupOf(failure).code).to.equal(code)
      expect((failure as Error).message)
        .to.include(name.replace('_FILE', ''))
        .and.not.match(/\n|secret@|word@/)
    })
  }

  it('are rejected with the actual and the expected value', () => {
    const failure = thrownBy(() => readSettings({ BKP_PORT: '80a' }))

    const params = { variable: 'BKP_PORT', given: '80a', min: 0, max: 65_535 }
    expect(startupOf(failure)).to.deep.equal({ code: 'setting_out_of_range', params })
    expect((failure as Error).message).to.equal('BKP_PORT is "80a". Expected a whole number from 0 to 65535.')
  })

  function thrownBy(work: () => unknown): unknown {
    try {
      return work()
    } catch (error) {
      return error
    }
  }

  for (const [given, meant] of [
    ['', false],
    ['false', false],
    ['loopback, 10.0.0.0/8,2001:db8::1', 'loopback, 10.0.0.0/8,2001:db8::1'],
  ] as const) {
    it(`trust the proxies of BKP_TRUST_PROXY=${given}, like the server`, () => {
      const { trustProxy } = readSettings({ BKP_TRUST_PROXY: given })

      expect(trustProxy).to.equal(meant)
      expect(() => express().set('trust proxy', trustProxy)).not.to.throw()
    })
  }

  for (const host of ['0.0.0.0', '::', 'localhost', 'coffer_1.example.net']) {
    it(`accept the host ${host}`, () => {
      expect(readSettings({ BKP_HOST: host })).to.deep.include({ host })
    })
  }

  it('report an unknown name that resembles a setting', () => {
    const settings = readSettings({ BKP_TIMZONE: 'Europe/Paris', BKP_TIMEZONE: 'UTC', BKP_AGENT_URL: 'https://c.net' })

    expect(settings.ignored).to.deep.equal(['BKP_TIMZONE'])
    expect(describeSettings(settings)).to.include('BKP_TIMZONE is no setting: it is ignored')
  })

  it('are all documented, those of an agent too', () => {
    const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
    const namesIn = (text: string) => new Set(text.match(/BKP_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_$])/g))
    const documented = namesIn(['settings', 'agent', 'object-store'].map((name) => read(`docs/${name}.md`)).join('\n'))

    for (const file of ['service/settings.ts', 'agent/settings.ts']) {
      expect(
        [...namesIn(read(file))].filter((name) => !documented.has(name)),
        file,
      ).to.deep.equal([])
    }
  })

  it('remove secrets from the environment, so that no child inherits them', () => {
    const environment: Record<string, string> = {
      BKP_ADMIN_PASSWORD: 'a long password',
      BKP_MASTER_KEY: 'A'.repeat(43) + '=',
      BKP_DATABASE_URL: 'postgres://coffer_service:pw@db/coffer',
    }

    const settings = readSettings(environment)

    expect(settings.admin.password).to.equal('a long password')
    expect(environment).to.deep.equal({})
  })

  it('select a bucket of Amazon, or of another store by its address', () => {
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
      BKP_S3_OBJECT_LOCK: 'compliance',
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
      objectLock: null,
    })
    expect(own.objectStore).to.deep.equal({
      ...keys,
      endpoint: 'http://store:9000',
      publicEndpoint: 'https://s3.net',
      region: 'us-east-1',
      forcePathStyle: true,
      objectLock: { mode: 'compliance', days: 30 },
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

  it('are shown under their own names', () => {
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
        BKP_ADMIN_PASSWORD: 'hunter2-hunter2-hunter2',
        BKP_MASTER_KEY: 'c2VjcmV0'.padEnd(43, 'A') + '=',
        BKP_DATABASE_URL: 'postgres://coffer_service:pa55@db:5432/coffer?password=pa55',
      }),
    ).join('\n')

    expect(shown).to.include('BKP_DATABASE_URL postgres://coffer_service:•••@db:5432/coffer')
    expect(shown).not.to.match(/hunter2|c2VjcmV0|pa55/)
  })
})
