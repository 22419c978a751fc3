import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { readContent } from '../../../shared/repository/content.ts'
import { findEntry, walkTree } from '../../../shared/repository/tree.ts'
import { bigipDevice, ucsOf, type BigipDevice, type BigipOptions } from '../../support/bigip-device.ts'
import { unitMembers, unitScf } from '../../support/bigip-unit.ts'
import { collectFromBigip, leaseId, type BigipRun } from './collect-from-bigip.ts'
import { failureOf } from '../../support/failure-of.ts'
import { fixture } from '../../support/recordings.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const members = unitMembers()
const scf = unitScf(members)
const ofOtherUser = '/var/local/ucs/before-upgrade.ucs'
const leftBehind = '/var/local/ucs/nbk-01930000-aaaa-7222-8333-444455556666.ucs'

describe('a BIG-IP over SSH', () => {
  let device: BigipDevice
  let commands: string[]

  async function collect(options: Partial<BigipOptions> = {}, run: Parameters<typeof collectFromBigip>[1] = {}) {
    device = bigipDevice({ scf, members, ...options })
    device.files.set(ofOtherUser, Buffer.from('somebody’s'))
    return collectFrom(device, run)
  }

  async function collectFrom(from: BigipDevice, run: Parameters<typeof collectFromBigip>[1] = {}): Promise<BigipRun> {
    const ssh = await startSshSimulator({ exec: (command, stream) => from.exec(command, stream) })
    commands = ssh.commandsSeen
    try {
      return await collectFromBigip({ ssh }, run)
    } finally {
      await ssh.close()
    }
  }

  const textOf = ({ captured }: BigipRun, key = 'scf') =>
    captured.texts.find((text) => text.key === key)?.raw.toString('latin1')
  const left = () => [...device.files.keys()]

  for (const landsIn of ['bash', 'tmsh'] as const) {
    it(`returns configuration and archive to an administrator who starts in ${landsIn}, and keeps no file`, async () => {
      const run = await collect({ landsIn })

      expect(textOf(run)).to.equal(scf)
      expect(run.captured.texts[0]?.metadata).to.deep.equal({ version: '15.1.8.2', form: 'saved' })
      expect(run.captured.failed).to.deep.equal([])
      const [ucs] = run.captured.archives
      const bytes = ucs?.stored && Buffer.concat(await Array.fromAsync(readContent(run.chunks, ucs.stored.content)))
      expect(bytes?.equals(ucsOf(members, 1))).to.equal(true)
      const conf = await findEntry(run.chunks, ucs!.stored!.root!, Buffer.from('config/bigip.conf'))
      expect(conf?.size).to.equal(members['config/bigip.conf']?.length)
      expect(left()).to.deep.equal([ofOtherUser])
      expect(commands.join('\n')).to.contain(`nbk-${leaseId}.ucs`)
    })
  }

  it('counts an archive with equal content as unchanged, though its bytes differ', async () => {
    const first = await collect()
    const { normalisedFingerprint, fingerprint } = first.captured.archives[0]!

    const second = await collectFrom(device, { known: [normalisedFingerprint] })

    const [ucs] = second.captured.archives
    expect(ucs?.normalisedFingerprint).to.equal(normalisedFingerprint)
    expect(ucs?.fingerprint).to.not.equal(fingerprint)
    expect(ucs?.stored).to.equal(undefined)
    expect(second.chunks.puts()).to.equal(0)
  })

  it('has archives distinguished by one line of one file', async () => {
    const first = await collect()
    const name = 'config/partitions/foo/bigip.conf'
    const second = await collect({ members: { ...members, [name]: `${members[name]}# one line\n` } })

    expect(second.captured.archives[0]?.normalisedFingerprint).to.not.equal(
      first.captured.archives[0]?.normalisedFingerprint,
    )
  })

  it('has only files of earlier runs removed', async () => {
    device = bigipDevice({ scf, members })
    for (const path of [ofOtherUser, leftBehind]) device.files.set(path, Buffer.from('x'))

    await collectFrom(device)

    expect(left()).to.deep.equal([ofOtherUser])
  })

  it('yields no configuration truncated inside an object', async () => {
    const lines = scf.split('\n')
    const brace = lines.findIndex((line, at) => at > lines.length / 2 && line === '    }')

    const run = await collect({ scf: `${lines.slice(0, brace + 1).join('\n')}\n` })

    expect(run.captured.texts).to.deep.equal([])
    expect(run.captured.failed.map(({ key, code }) => [key, code])).to.deep.equal([['scf', 'output_truncated']])
  })

  it('is read with cat for an advanced-shell account without SCP', async () => {
    const run = await collect({ noScp: true })

    expect(textOf(run)).to.equal(scf)
    expect(run.captured.archives[0]?.metadata['size_bytes']).to.equal(ucsOf(members, 1).length)
    expect(run.log).to.contain('log_scp_refused')
  })

  it('yields a listed configuration if tmsh allows no downloads, and reports the archive', async () => {
    const run = await collect({ landsIn: 'tmsh', noScp: true })

    expect(textOf(run)).to.not.contain('#TMSH-VERSION')
    expect(run.captured.texts[0]?.metadata).to.include({ form: 'listed' })
    expect(run.captured.failed).to.have.length(1)
    expect(run.captured.failed[0]).to.include({ key: 'ucs', code: 'archive_refused' })
    expect(run.captured.failed[0]?.message).to.contain('terminal access bash')
    expect(left()).to.deep.equal([ofOtherUser])
  })

  it('lists its configuration for a read-only account, and creates no lasting file', async () => {
    const run = await collect({ landsIn: 'tmsh', role: 'guest' })

    expect(run.captured.texts[0]?.metadata).to.deep.equal({ form: 'listed', hidden: 'accounts' })
    expect(run.log).to.contain('log_capture_warning scf: ')
    expect(run.captured.failed).to.have.length(1)
    expect(run.captured.failed[0]).to.include({ key: 'ucs', code: 'archive_refused' })
    expect(left()).to.deep.equal([ofOtherUser])
    expect(commands.filter((command) => command.includes('save sys config'))).to.deep.equal([])
  })

  it('has nothing logged of a listing that ends in an error', async () => {
    const hash = '$6$saltsalt$notARealHash'
    const listing = `apm aaa ldap people {\n    admin-encrypted-password ${hash}\n}\nUnexpected Error: Can't display all items\n`

    const failure = await failureOf(collect({ landsIn: 'tmsh', role: 'guest', scf: listing }))

    expect(failure).to.include({ code: 'command_refused' })
    expect(failure.message).to.contain("Unexpected Error: Can't display all items").and.not.contain(hash)
  })

  it('is reported with the file that may remain when it cannot be removed', async () => {
    const run = await collect({ mayNotDelete: true })

    expect(run.captured.archives[0]?.metadata).to.include({ left: `nbk-${leaseId}.ucs` })
    expect(run.captured.archives[0]?.problems).to.deep.equal([
      message('warning_file_left', { file: `nbk-${leaseId}.ucs` }),
    ])
    expect(run.log).to.contain(`log_file_left_after_refusal nbk-${leaseId}.ucs `)
    expect(run.log).to.contain(`nbk-${leaseId}.scf.tar may still be on the device, with its secrets`)
    expect(run.captured.texts[0]?.problems?.[0]?.params)
      .to.have.property('file')
      .that.matches(/\.scf\.tar$/)
  })

  it('has unfinished files removed when the run is aborted', async () => {
    const stopping = new AbortController()
    device = bigipDevice({ scf, members })
    const unit = {
      ...device,
      exec: (...[command, stream]: Parameters<BigipDevice['exec']>) => {
        if (!command.includes('save sys ucs')) return device.exec(command, stream)
        device.bash(command)
        stopping.abort(new Error('cancelled'))
      },
    }

    const failure = await failureOf(collectFrom(unit, { dependencies: { signal: stopping.signal } }))

    expect(failure.message).to.equal('cancelled')
    expect(left()).to.deep.equal([])
  })

  it('is reported when an earlier run’s file cannot be removed', async () => {
    device = bigipDevice({ scf, members, mayNotDelete: true })
    device.files.set(leftBehind, Buffer.from('ours'))

    const run = await collectFrom(device, { options: { artifacts: ['scf'] } })

    expect(run.captured.texts[0]?.problems?.map(({ params }) => JSON.stringify(params)).join()).to.contain(
      'nbk-01930000-aaaa',
    )
  })

  for (const [when, options, code] of [
    ['when the disk is full', { isFull: true }, 'request_failed'],
    ['when it ends at a mebibyte', { archive: fixture('lbco_bigip/archives/conx-truncated.ucs') }, 'archive_damaged'],
    ['when the connection ends within it', { cutAt: 20_000 }, 'output_truncated'],
    ['when it lacks the configuration', { members: { 'etc/passwd': 'root' } }, 'archive_damaged'],
    [
      'when it is an HTML page',
      { archive: Buffer.from('<html>Configuration Utility restarting...</html>') },
      'archive_damaged',
    ],
    ['when it is empty', { archive: Buffer.alloc(0) }, 'archive_damaged'],
  ] as const) {
    it(`yields no archive ${when}, keeps the configuration and leaves no file`, async () => {
      const run = await collect(options)

      expect(run.captured.texts).to.have.length(1)
      expect(run.captured.archives).to.deep.equal([])
      expect(run.captured.failed.map(({ key, code: seen }) => [key, seen])).to.deep.equal([['ucs', code]])
      expect(left()).to.deep.equal([ofOtherUser])
    })
  }

  it('stores an encrypted archive, compared by its text', async () => {
    const archive = Buffer.concat([Buffer.from('Salted__'), Buffer.alloc(5_000, 1)])
    const run = await collect({ archive })
    const again = await collect({ archive: Buffer.concat([Buffer.from('Salted__'), Buffer.alloc(5_000, 2)]) })
    const changed = await collect({ archive, scf: scf.replace('ltm ', 'ltm other ') })

    const [one, two, three] = [run, again, changed].map(({ captured }) => captured.archives[0])
    expect(one?.stored?.root).to.equal(undefined)
    expect(one?.metadata).to.include({ not_browsable: 'encrypted' })
    expect(two?.normalisedFingerprint).to.equal(one?.normalisedFingerprint)
    expect(three?.normalisedFingerprint).to.not.equal(one?.normalisedFingerprint)
  })

  it('yields its master key only on request, and never to the log', async () => {
    const masterKey = 'k2jVCHfmVBnwGaSR/+MAAA=='
    const silent = await collect({ masterKey })
    const asked = await collect({ masterKey, landsIn: 'tmsh' }, { options: { lbco_master_key: true } })
    const refused = await collect(
      { masterKey: 'no such key: k2jVCHfmVBnwGaSR' },
      { options: { lbco_master_key: true } },
    )

    expect(silent.captured.texts.map(({ key }) => key)).to.deep.equal(['scf'])
    expect(textOf(asked, 'master-key')).to.equal(`${masterKey}\n`)
    expect(asked.log).to.not.contain(masterKey)
    expect(refused.captured.failed).to.have.length(1)
    expect(refused.captured.failed[0]).to.include({ key: 'master-key', code: 'privilege_insufficient' })
    expect(`${refused.log}${refused.captured.failed[0]?.message}`).to.not.contain('k2jVCHfm')
  })

  for (const [what, said, code] of [
    ['a host system', 'syntax error: unknown command\n', 'protocol_error'],
    ['a server', 'bash: tmsh: command not found\n', 'protocol_error'],
    ['an account without a shell', 'This account is currently not available.\n', 'privilege_insufficient'],
  ] as const) {
    it(`is not mistaken for ${what}`, async () => {
      const other: BigipDevice = {
        files: new Map(),
        bash: () => ({ said: Buffer.alloc(0), complaint: said, code: 1 }),
        exec(_command, stream) {
          stream.stderr.write(said)
          stream.exit(1)
          stream.end()
        },
      }

      const failure = await failureOf(collectFrom(other))

      expect(failure.code).to.equal(code)
    })
  }

  it('has its archive members shown as a tree', async () => {
    const { captured, chunks } = await collect()

    const paths = (await Array.fromAsync(walkTree(chunks, captured.archives[0]!.stored!.root!))).map(({ path }) => path)
    expect(paths.map(String)).to.include.members(['config', 'config/partitions/foo/bigip.conf', 'var/lib/ntp/drift'])
  })
})
