import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { render } from '../../../shared/messages/render.ts'
import { createTextMask } from '../../../shared/platforms/mask-text.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { summariseChange } from '../../../shared/platforms/summarise-change.ts'
import { fixtureSecrets } from './fixture-secrets.ts'
import { leakingLines, ordinaryLines } from './leaking-lines.ts'

const key = Buffer.alloc(32, 7)
const fixtures = path.join(import.meta.dirname, '../../fixtures')
const masks = new Map<Platform, (text: string) => string>()
const pseudonym = /<(?:secret|salted):\w{10}>/

describe('the secrets of lines that are hard to mask', () => {
  for (const [id, lines] of Object.entries(leakingLines)) {
    const platform = platformById(id)!
    const mask = maskFor(platform)

    it(`of ${id} are in no masked text`, () => {
      for (const line of lines) {
        const masked = mask(withSecret(line, 'Zq8x'))
        expect(masked, line).to.not.contain('q8x')
        expect(masked, line).to.match(pseudonym)
        expect(mask(masked), line).to.equal(masked)
      }
    })

    it(`of ${id} are in no masked normalised text`, () => {
      const [artifact] = Object.keys(platform.artifacts)
      for (const line of lines) {
        const text = Buffer.from(withSecret(line, 'Zq8x'), 'latin1')
        expect(mask(normaliseText(platform, artifact!, text).toString('latin1')), line).to.not.contain('q8x')
      }
    })

    it(`of ${id} are in no summary of a change`, () => {
      for (const line of lines) {
        for (const [before, after] of [
          ['', withSecret(line, 'Zq8x')],
          [withSecret(line, 'Zq8x'), ''],
          [withSecret(line, 'Zq8x'), withSecret(line, 'Zq8y')],
        ] as const) {
          const { message } = summariseChange(
            platform,
            compareLines(`hostname a\n${before}\n`, `hostname a\n${after}\n`),
          )
          expect(render(message, 'en'), line).to.not.match(/q8[xy]/)
        }
      }
    })

    it(`of ${id} have the same pseudonyms in texts that differ elsewhere, and others when they change`, () => {
      for (const line of lines) {
        const [first, second] = ['a', 'b'].map((name) => mask(`hostname ${name}\n${withSecret(line, 'Zq8x')}\n`))
        expect(first!.slice(first!.indexOf('\n')), line).to.equal(second!.slice(second!.indexOf('\n')))
        expect(mask(withSecret(line, 'Zq8y')), line).to.not.equal(mask(withSecret(line, 'Zq8x')))
      }
    })
  }

  it('are replaced by the same pseudonym in all statements of a platform that contain nothing else', () => {
    for (const [id, lines] of [
      [
        'netco_iosxe',
        [
          'enable password hunter2',
          ' server-key hunter2',
          'snmp-server host 192.0.2.1 vrf M version 2c hunter2',
          'enable  password level 15 hunter2',
        ],
      ],
      [
        'pafw_panos',
        [
          '<key>hunter2</key>',
          '<md5>hunter2</md5>',
          '<private-key>\nhunter2\n</private-key>',
          'set x community hunter2',
        ],
      ],
    ] as const) {
      const mask = maskFor(platformById(id)!)
      const found = lines.map((line) => mask(line).match(pseudonym)?.[0])
      for (const one of found) expect(one).to.be.a('string').and.equal(found[0])
    }
  })
})

describe('lines without secrets', () => {
  for (const [id, lines] of Object.entries(ordinaryLines))
    it(`of ${id} remain`, () => {
      for (const line of lines) expect(maskFor(platformById(id)!)(line), line).to.equal(line)
    })
})

describe('the known secrets of the fixtures', () => {
  for (const [id, secrets] of Object.entries(fixtureSecrets))
    it(`of ${id} are in no masked text`, () => {
      const platform = platformById(id)!
      const mask = maskFor(platform)
      let found = 0
      for (const { name, text } of readFixtures(id)) {
        const known = secrets.filter((secret) => text.includes(secret))
        if (known.length === 0) continue
        found++
        const masked = mask(text)
        for (const secret of known) expect(masked.includes(secret), `${name}: ${secret}`).to.equal(false)
      }
      expect(found).to.be.greaterThan(0)
    })
})

/** Writes a secret where `KEY` stands alone, and not in the frame of a key. */
function withSecret(line: string, secret: string): string {
  return line.replaceAll(/(?<!PRIVATE )KEY/g, `${secret}7`)
}

function maskFor(platform: Platform): (text: string) => string {
  const known = masks.get(platform)
  if (known) return known
  const mask = createTextMask(platform, key)
  const created = (text: string) => mask(Buffer.from(text, 'latin1')).toString('latin1')
  masks.set(platform, created)
  return created
}

function* readFixtures(id: string): Generator<{ name: string; text: string }> {
  const folders = [path.join(fixtures, id), path.join(fixtures, 'documents', id)]
  for (const folder of folders.filter((one) => existsSync(one))) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    for (const entry of entries) {
      if (!entry.isFile() || /replies/.test(entry.parentPath)) continue
      const name = path.join(entry.parentPath, entry.name)
      yield { name, text: readFileSync(name, 'latin1') }
    }
  }
}
