import { expect } from 'chai'
import { openReplay } from '../../../agent/sessions/replay.ts'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { countLines } from '../../../shared/platforms/normalise.ts'
import { collectFrom, collectOver, failureOf } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import { fixture, readRecording } from '../../support/recordings.ts'

const sessions = {
  'a Catalyst 9800 with 17.6': 'ios#C9800-L-F-K9_17.06.05',
  'an ASR 920 with 16.8 behind a banner': 'ios#asr920_16.8.1b',
}
const recorded = ['running-config', 'inventory', 'version'] // nobody asked for startup-config then

describe('recorded sessions of netco_iosxe', () => {
  for (const [device, name] of Object.entries(sessions)) {
    const recording = readRecording(`netco_iosxe/oxidized/${name}#simulation.yaml`)
    const said = (command: string) =>
      recording.exchanges
        .find(({ sent }) => sent === command)
        ?.said.toString('latin1')
        .replace(/\r\n/g, '\n') ?? ''

    it(`gives every line of ${device}, however the network cuts them`, async () => {
      for (let seed = 0; seed < 20; seed++) {
        const session = openReplay(recording, { split: splitter(seed, 200) })

        const { harvest } = await collectOver(session, { keys: recorded })

        for (const { key, raw } of harvest.texts) {
          const text = raw.toString('latin1')
          expect(said(`show ${key}`), `${key}, seed ${seed}`).to.contain(text)
          expect(text).to.not.match(/^(?:Building configuration|Current configuration|show )/m)
        }
        expect(harvest.texts.map(({ key }) => key)).to.deep.equal(recorded)
        const lines = said('show running-config').split('\n').length
        expect(countLines(harvest.texts[0]?.raw ?? Buffer.alloc(0))).to.be.within(lines - 7, lines - 5)
      }
    })

    it(`says the same of ${device} over real SSH`, async () => {
      const replayed = await collectOver(openReplay(recording), { keys: recorded })
      const { harvest } = await collectFrom({ recording, split: splitter(3) }, { keys: recorded })

      expect(harvest.texts).to.deep.equal(replayed.harvest.texts)
    })
  }

  it('names the author of the last change when the device does', async () => {
    const recording = readRecording(`netco_iosxe/oxidized/ios#asr920_16.8.1b#simulation.yaml`)

    const { harvest } = await collectOver(openReplay(recording), { keys: ['running-config'] })

    expect(harvest.texts[0]?.metadata).to.deep.equal({ author: '123456' })
  })

  it('lists what was not recorded as refused', async () => {
    const recording = readRecording(`netco_iosxe/oxidized/ios#asr920_16.8.1b#simulation.yaml`)

    const failure = await failureOf(collectOver(openReplay(recording), { keys: ['startup-config'] }))

    expect(failure.code).to.equal('command_refused')
  })

  for (const device of [
    'lab-validation/cisco_private_asn__R-PublicASN200',
    'lab-validation/eos_iosxe_aws_demo__exitgw',
    'lab-validation/iosxe_ebgp_loop_prevention__d1_iosxe',
    'lab-validation/iosxe_eigrp_multi_process__dc1border',
    'lab-validation/iosxe_redistribution__D4_bgp',
    'lab-validation/iosxe_vrf_route_leaking_bgp_peering__d33_v3',
    'lab-validation/iosxe_vrf_route_leaking_bgp_peering__d44_default',
    'lab-validation/iosxe_vrf_route_leaking_classic_eigrp__d2_ce',
    'lab-validation/iosxe_vrf_route_leaking_classic_eigrp__d4_shared',
    'lab-validation/onug_cost_optimized_s3_path__exitgw',
  ]) {
    it(`takes what ${device} says for complete`, async () => {
      const runningConfig = fixture(`netco_iosxe/${device}/show_running-config.txt`).toString('latin1')
      const version = fixture(`netco_iosxe/${device}/show_version.txt`).toString('latin1')
      const hostname = /^hostname (\S+)/m.exec(runningConfig)?.[1] ?? ''

      const { harvest } = await collectFrom(
        { hostname, runningConfig, version, split: splitter(9) },
        { keys: ['running-config', 'version'] },
      )

      expect(harvest.texts[0]?.raw.toString('latin1')).to.equal(runningConfig.split('\n').slice(3).join('\n'))
      expect(harvest.texts[1]?.raw.toString('latin1').trimEnd()).to.equal(version.trim())
    })
  }

  it('has a platform that knows each artifact’s completeness', () => {
    for (const artifact of Object.values(netcoIosxe.ssh.artifacts)) {
      expect('ends' in artifact || 'holds' in artifact).to.equal(true)
    }
  })
})
