import { expect } from 'chai'
import type { Captured } from '../../../agent/collect/captured.ts'
import { ArtifactReader } from '../../../agent/collect/cli/artifact-reader.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { extractFacts } from '../../../shared/platforms/extract-facts.ts'
import { maskSecrets } from '../../../shared/platforms/mask-secrets.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import type { Platform, ShellDescription } from '../../../shared/platforms/platform.ts'
import { builtInPlatforms, platformById, platforms } from '../../../shared/platforms/registry.ts'
import {
  type DocumentDevice,
  isPagerCommand,
  modelOf,
  openDevice,
  readDocumentDevices,
  storedText,
  textOf,
} from './document-devices.ts'
import { loginSecret, targetOf } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import { noFaults, shellDevice, type ShellFaults } from '../../support/shell-device.ts'
import { collectOverSsh } from '../../support/ssh-captures.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const devices = readDocumentDevices()

describe('platform documents', () => {
  it('are each proven by a device, unless they are modelled', () => {
    const proven = new Set([...devices.map(({ platform }) => platform), 'apc_aos']) // files.test.ts
    const own = platforms.filter((platform) => !builtInPlatforms.some(({ id }) => id === platform.id))
    const unproven = own.filter(({ id, evidence }) => evidence?.level !== 'modelled' && !proven.has(id))

    expect(unproven.map(({ id }) => id)).to.deep.equal([])
    expect([...proven].filter((id) => !platformById(id))).to.deep.equal([])
  })

  for (const device of devices) describe(`of ${device.platform}: ${device.device}`, () => tests(device))
})

function tests(device: DocumentDevice) {
  const known = platformById(device.platform)!
  const keys = Object.keys(device.stored)

  it('stores texts byte for byte, with any echo, pager and packet sizes', async () => {
    for (const faults of variants(device)) {
      const { captured, log } = await collect(device, faults)

      expect(textsOf(captured), JSON.stringify(faults)).to.deep.equal(
        Object.fromEntries(keys.map((key) => [key, storedText(device, key)])),
      )
      expect(log.join('\n')).to.not.contain(loginSecret)
    }
  })

  it('rejects a text that is cut at any kilobyte, or at a line near its end', async () => {
    for (const key of keys.filter((each) => provesEnd(known, each))) {
      const text = storedText(device, key)
      for (const bytes of cuts(text)) {
        const decision = await decide(known, key, text.slice(0, bytes))
        expect(decision, `${key} cut at ${bytes} of ${text.length}`).to.not.equal('text')
      }
      expect(await decide(known, key, text), key).to.equal('text')
    }
  })

  if (device.prompt !== undefined)
    it('rejects a text when the connection is lost', async () => {
      const { of } = device.stored[keys[0]!]!
      const text = textOf(device, of)
      for (const share of [0, 0.3, 0.7, 0.98]) {
        const cut = {
          command: device.menus?.[of]?.answer ?? of,
          bytes: Math.floor(text.length * share),
          then: 'hang up' as const,
        }
        const failure = await collect(device, { cut }).then(
          ({ captured }) => textsOf(captured)[keys[0]!],
          (error: unknown) => error,
        )
        expect(failure).to.be.instanceOf(Error)
      }
    })

  it('treats readings that differ only in volatile values as equal', () => {
    for (const [key, changes] of Object.entries(device.noise ?? {})) {
      const text = storedText(device, key)
      for (const [from, to] of Object.entries(changes)) {
        expect(text, `${key} has ${from}`).to.contain(from)
        const other = text.replace(from, () => to)
        expect(normalised(known, key, other), from).to.equal(normalised(known, key, text))
      }
    }
    for (const key of keys.slice(0, 1)) {
      const text = storedText(device, key)
      const middle = text.indexOf('\n', Math.floor(text.length / 2))
      const changed = `${text.slice(0, middle)} x${text.slice(middle)}`
      expect(normalised(known, key, changed), `${key} with a change`).to.not.equal(normalised(known, key, text))
    }
  })

  it('extracts the facts and masks the secrets', () => {
    const texts = Object.fromEntries(keys.map((key) => [key, storedText(device, key)]))

    expect(extractFacts(known, texts)).to.deep.equal({ vendor: known.vendor, ...device.facts })
    const masked = keys.map((key) => maskSecrets(known, texts[key]!)).join('\n')
    for (const secret of device.secrets ?? []) {
      expect(Object.values(texts).join('\n')).to.contain(secret)
      expect(masked).to.not.contain(secret)
    }
  })

  if (device.prompt !== undefined)
    it('is collected over a real connection with only its document’s commands', async () => {
      const prompt = device.prompt!
      const simulator = await startSshSimulator({
        shell: (wire, seen) => shellDevice(modelOf(device, prompt), noFaults({ split: splitter(5) }), wire, seen),
      })
      try {
        const { captured } = await collectOverSsh(
          (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
          { platform: device.platform, options: { artifacts: keys } },
        )

        expect(Object.keys(textsOf(captured))).to.deep.equal(
          Object.keys(known.artifacts).filter((key) => keys.includes(key)),
        )
        const typed = (device.login ?? []).map((step) => step.typed).filter((line) => line !== '')
        const chosen = Object.values(device.menus ?? {}).map(({ answer }) => answer)
        expect(simulator.commandsSeen.filter((line) => line !== '' && !isSent(known, line))).to.deep.equal([
          ...typed,
          ...chosen,
        ])
      } finally {
        await simulator.close()
      }
    })
}

/** A log line, an echo that is redrawn, one that wraps, a pager, small packets. */
function variants(device: DocumentDevice): Partial<ShellFaults>[] {
  if (device.prompt === undefined) return [{}, { split: splitter(3, 200) }]
  const pager = device.pager === undefined ? [] : [{ answers: pagerRefused(device) }]
  return [{ split: splitter(3, 200) }, { echo: 'redrawn' as const, banner: 'Authorised users only\n' }, ...pager]
}

/** The device refuses to turn its pager off. */
function pagerRefused({ platform, refusal }: DocumentDevice): Record<string, string> {
  const commands = shellOf(platformById(platform)!).prepare.map(({ command }) => command)
  return Object.fromEntries(commands.filter(isPagerCommand).map((command) => [command, `${refusal}\n`]))
}

async function collect(device: DocumentDevice, faults: Partial<ShellFaults>) {
  const capture = { platform: device.platform, options: { artifacts: Object.keys(device.stored) } }
  return collectOverSsh(() => Promise.resolve(openDevice(device, faults)), capture)
}

function textsOf({ texts }: Captured): Record<string, string> {
  return Object.fromEntries(texts.map(({ key, raw }) => [key, raw.toString('latin1')]))
}

/** Whether a document recognises a cut behind which a prompt follows. */
function provesEnd(known: Platform, key: string): boolean {
  const artifact = shellOf(known).artifacts[key]
  return artifact?.lastLine !== undefined || artifact?.inspect !== undefined
}

async function decide(known: Platform, key: string, text: string): Promise<string> {
  const shell = shellOf(known)
  const reader = new ArtifactReader(shell.artifacts[key]!, shell, { options: {}, facts: {} })
  await reader.push(text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined))
  const decision = await reader.decision()
  return decision.kind
}

/** Each kilobyte, and the last 20 line ends before the last line. Comments behind the last statement may be missing. */
function cuts(text: string): number[] {
  const places = Array.from({ length: Math.floor((text.length - 2) / 1_024) }, (_, at) => (at + 1) * 1_024)
  let end = text.trimEnd().lastIndexOf('\n')
  for (let lines = 0; lines < 20 && end > 0; lines++) {
    places.push(end, end + 1)
    end = text.lastIndexOf('\n', end - 1)
  }
  const isWhole = (rest: string) => /^(?:\s|\/\*.*\*\/)*$/.test(rest)
  return places.filter((bytes) => text[bytes] !== undefined && !isWhole(text.slice(bytes)))
}

function normalised(known: Platform, key: string, text: string): string {
  return normaliseText(known, key, Buffer.from(text, 'latin1')).toString('latin1')
}

function shellOf({ ssh }: Platform): ShellDescription {
  if (ssh?.driver !== 'shell') throw new Error('a document without a command line')
  return ssh
}

function isSent(known: Platform, line: string): boolean {
  const { prepare, artifacts, logout } = shellOf(known)
  const commands = Object.values(artifacts).flatMap((artifact) => artifact.commands)
  return [...commands, ...prepare.map(({ command }) => command), logout].includes(line)
}
