import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { readContent } from '../../../shared/repository/content.ts'
import { ucsOf } from '../../support/bigip-device.ts'
import { bigipRest, type BigipRest, type BigipRestOptions } from '../../support/bigip-rest.ts'
import { unitMembers, unitScf } from '../../support/bigip-unit.ts'
import { collectFromBigip, leaseId, type BigipRun } from './collect-from-bigip.ts'
import { apiLimits } from '../../support/collect-over-api.ts'
import { startHttpsDevice, type Fault, type HttpsDevice, type SeenRequest } from '../../support/https-device.ts'
import { loginSecret } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { fixture } from '../../support/recordings.ts'

const members = unitMembers()
const scf = unitScf(members)
const ofOtherUser = '/var/local/ucs/before-upgrade.ucs'
const leftBehind = '/var/local/ucs/nbk-01930000-aaaa-7222-8333-444455556666.ucs'

/** Larger than two mebibytes even when compressed. */
const large = { ...members, 'config/filestore/files_d/noise': randomBytes(2_500_000).toString('latin1') }

describe('a BIG-IP over its API', () => {
  let unit: BigipRest
  let api: HttpsDevice

  async function collect(
    options: BigipRestOptions = {},
    run: Parameters<typeof collectFromBigip>[1] & {
      faults?: [Fault, (request: SeenRequest) => boolean, number][]
    } = {},
  ): Promise<BigipRun> {
    unit = bigipRest({ scf, members, ...options })
    unit.device.files.set(ofOtherUser, Buffer.from('somebody’s'))
    unit.device.files.set(leftBehind, Buffer.from('ours'))
    api = await startHttpsDevice(unit.answer)
    for (const fault of run.faults ?? []) api.breakAt(...fault)
    try {
      return await collectFromBigip(
        { api },
        { ...run, dependencies: { requestLimits: apiLimits, ...run.dependencies } },
      )
    } finally {
      await api.close()
    }
  }

  const isDownload = ({ path }: SeenRequest) => path.includes('ucs-downloads')
  const textOf = ({ captured }: BigipRun, key = 'scf') =>
    captured.texts.find((text) => text.key === key)?.raw.toString()
  const failed = ({ captured }: BigipRun) => captured.failed.map(({ key, code }) => [key, code])
  const left = () => [...unit.device.files.keys()]

  async function archiveOf({ captured, chunks }: BigipRun): Promise<Buffer | undefined> {
    const content = captured.archives[0]?.stored?.content
    return content && Buffer.concat(await Array.fromAsync(readContent(chunks, content)))
  }

  for (const [size, held] of [
    ['that fits into one piece', members],
    ['of many pieces', large],
  ] as const) {
    it(`returns its configuration and an archive ${size}, and keeps no file or token of Coffer`, async () => {
      const run = await collect({ members: held })

      expect(textOf(run)).to.equal(scf)
      expect(run.captured.texts[0]?.metadata).to.deep.equal({ version: '15.1.8.2', form: 'saved' })
      expect((await archiveOf(run))?.equals(ucsOf(held, 1))).to.equal(true)
      expect(run.captured.failed).to.deep.equal([])
      expect(left()).to.deep.equal([ofOtherUser])
      expect([...unit.tokens]).to.deep.equal([])
      expect(api.requests.some(({ body }) => body.includes(`nbk-${leaseId}.ucs`))).to.equal(true)
    })
  }

  it('serves ranges of half a mebibyte by its own header', async () => {
    await collect({ members: large })

    const ranges = api.requests.filter(isDownload).map(({ headers }) => String(headers['content-range']))
    const total = ucsOf(large, 1).length
    expect(ranges[0]).to.equal(`0-524287/${total}`)
    expect(ranges[1]).to.equal(`524288-1048575/${total}`)
    expect(ranges.at(-1)).to.contain(`-${total - 1}/`)
  })

  it('is downloaded whole if the archive list has no size', async () => {
    const run = await collect({ members: large, listsNothing: true })

    expect((await archiveOf(run))?.equals(ucsOf(large, 1))).to.equal(true)
  })

  it('transfers no unchanged archive twice', async () => {
    const first = await collect({ members: large })
    const { normalisedFingerprint } = first.captured.archives[0]!

    const second = await collect({ members: large }, { known: [normalisedFingerprint] })

    expect(second.captured.archives[0]?.stored).to.equal(undefined)
    expect(second.chunks.puts()).to.equal(0)
  })

  for (const [what, options, code] of [
    ['ends at a mebibyte because the device ignores ranges', { ignoresRange: true, members: large }, 'archive_damaged'],
    ['is broken at a mebibyte', { archive: fixture('lbco_bigip/archives/conx-truncated.ucs') }, 'archive_damaged'],
    ['failed in its task', { taskFails: 'No space left on device' }, 'request_failed'],
    ['cannot be downloaded', { noScp: true }, 'archive_refused'],
  ] as const) {
    it(`yields the configuration, and reports the archive when that ${what}`, async () => {
      const run = await collect(options)

      expect(textOf(run)).to.equal(scf)
      expect(failed(run)).to.deep.equal([['ucs', code]])
      expect(left()).to.deep.equal([ofOtherUser])
      expect([...unit.tokens]).to.deep.equal([])
    })
  }

  for (const [how, fault, times] of [
    ['is cut', { kind: 'cut', afterBytes: 1000 }, 2],
    ['is reset', { kind: 'reset' }, 2],
    ['is another page', { kind: 'answer', answer: { status: 200, body: '<html>restarting</html>' } }, 2],
    ['arrives during a restart', { kind: 'answer', answer: { status: 503 } }, 3],
    ['arrives slowly', { kind: 'slow', pieceBytes: 50_000 }, 1],
  ] as [string, Fault, number][]) {
    it(`resends a range that ${how}, and no range is written twice`, async () => {
      const run = await collect({ members: large }, { faults: [[fault, isDownload, times]] })

      expect((await archiveOf(run))?.equals(ucsOf(large, 1))).to.equal(true)
    })
  }

  it('receives a new login when its services restart and tokens become invalid', async () => {
    const run = await collect({ restartsAt: 6 })

    expect(textOf(run)).to.equal(scf)
    expect(api.requests.filter(({ path }) => path.endsWith('/authn/login'))).to.have.length(2)
    expect([...unit.tokens]).to.deep.equal([])
  })

  it('has its token deleted also when a run is aborted', async () => {
    const stopping = new AbortController()
    const stop = (request: SeenRequest) => {
      if (isDownload(request)) stopping.abort(new Error('cancelled'))
      return false
    }

    const failure = await failureOf(
      collect(
        { members: large },
        { dependencies: { signal: stopping.signal }, faults: [[{ kind: 'silent' }, stop, 1]] },
      ),
    )

    expect(failure.message).to.equal('cancelled')
    expect([...unit.tokens]).to.deep.equal([])
    expect(left()).to.deep.equal([ofOtherUser])
  })

  it('has a saved configuration deleted when the run is aborted', async () => {
    const stopping = new AbortController()
    const isCat = ({ body }: SeenRequest) => body.includes('cat /var/local/scf/')
    const stop = (request: SeenRequest) => {
      if (isCat(request)) stopping.abort(new Error('cancelled'))
      return false
    }

    await failureOf(collect({}, { dependencies: { signal: stopping.signal }, faults: [[{ kind: 'silent' }, stop, 1]] }))

    expect(left()).to.deep.equal([ofOtherUser])
  })

  it('is reported with the file that may remain of a task whose end was not seen', async () => {
    const isResult = ({ path }: SeenRequest) => path.endsWith('/result')

    const run = await collect({}, { faults: [[{ kind: 'reset' }, isResult, 1_000]] })

    expect(failed(run)).to.deep.equal([['ucs', 'connection_lost']])
    expect(run.captured.failed[0]?.message).to.match(/nbk-\S+\.ucs may still be on the device/)
    expect(run.log).to.contain('log_file_left_in_progress')
  })

  it('is not backed up completely while an earlier run’s file cannot be removed', async () => {
    const run = await collect({ mayNotDelete: true }, { options: { artifacts: ['scf'] } })

    expect(run.captured.texts[0]?.problems).to.have.length(2)
    expect(run.captured.texts[0]?.problems?.map(({ params }) => JSON.stringify(params)).join()).to.contain(
      'nbk-01930000-aaaa',
    )
  })

  it('has its archive found in the list when the task is unknown', async () => {
    const run = await collect({ restartsAt: 9 })

    expect(run.log).to.contain('log_archive_task_unknown')
    expect((await archiveOf(run))?.equals(ucsOf(members, 1))).to.equal(true)
    expect(left()).to.deep.equal([ofOtherUser])
  })

  it('is awaited while its API starts', async () => {
    const page = {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Configuration Utility restarting</h1>',
    }
    const run = await collect({ starting: [{ status: 503 }, { status: 404 }, page] })

    expect(textOf(run)).to.equal(scf)
  })

  it('is not accepted as a BIG-IP if its login always returns a web page', async () => {
    const failure = await failureOf(collect({ starting: Array.from({ length: 99 }, () => ({ status: 404 })) }))

    expect(failure.code).to.equal('protocol_error')
  })

  it('does not receive a refused password again', async () => {
    const failure = await failureOf(
      collect({ starting: [{ status: 401, body: '{"code":401,"message":"Authentication failed."}' }] }),
    )

    expect(failure.code).to.equal('auth_failed')
    expect(api.requests).to.have.length(1)
  })

  it('is reported as busy when other programs use up the account’s tokens', async () => {
    const failure = await failureOf(collect({ othersTokens: 100 }))

    expect(failure.code).to.equal('device_busy')
    expect(failure).to.have.nested.property('advice.code', 'advice_bigip_tokens')
  })

  it('yields only the archive to an account without bash, and names the rest', async () => {
    const run = await collect({ role: 'resource-admin' })

    expect(run.captured.texts).to.deep.equal([])
    expect(failed(run)).to.deep.equal([['scf', 'privilege_insufficient']])
    expect((await archiveOf(run))?.equals(ucsOf(members, 1))).to.equal(true)
  })

  it('is reported with the file that may remain on it', async () => {
    const run = await collect({ mayNotDelete: true })

    expect(run.captured.archives[0]?.metadata).to.include({ left: `nbk-${leaseId}.ucs` })
    expect(run.captured.archives[0]?.problems).to.deep.equal([
      message('warning_file_left', { file: `nbk-${leaseId}.ucs` }),
    ])
    expect(run.log).to.contain('log_file_left_after_')
    expect(run.captured.texts[0]?.problems?.[0]?.params)
      .to.have.property('file')
      .that.matches(/\.scf\.tar$/)
  })

  it('yields no configuration truncated inside an object', async () => {
    const lines = scf.split('\n')
    const inside = [...lines.keys()].filter((at) => /^\s+\}$/.test(lines[at] ?? ''))
    for (let at = 0; at < inside.length; at += Math.ceil(inside.length / 6)) {
      const cut = `${lines.slice(0, (inside[at] ?? 0) + 1).join('\n')}\n`

      const failure = await failureOf(collect({ scf: cut }, { options: { artifacts: ['scf'] } }))

      expect(failure, `${inside[at]}`).to.include({ code: 'output_truncated' })
    }
  })

  it('reports how many characters its configuration lost, and keeps valid UTF-8', async () => {
    const utf8 = Buffer.from('Zürich “quoted” 🙂').toString('latin1')
    const text = `${scf.trimEnd()}\nsys snmp {\n    description "${utf8} caf\xe9"\n}\n`

    const run = await collect({ scf: text })

    expect(textOf(run)).to.contain('Zürich “quoted” 🙂 caf\ufffd')
    expect(run.captured.texts[0]?.metadata).to.deep.include({ form: 'saved', lost: { characters: 1 } })
    expect(run.log).to.contain('log_characters_lost scf: 1 character ')
  })

  it('yields its master key on request, with no secret in the log', async () => {
    const masterKey = 'k2jVCHfmVBnwGaSR/+MAAA=='
    const run = await collect({ masterKey }, { options: { lbco_master_key: true } })

    expect(textOf(run, 'master-key')).to.equal(`${masterKey}\n`)
    for (const secret of [masterKey, loginSecret, 'TOKEN1']) expect(run.log).to.not.contain(secret)
  })
})
