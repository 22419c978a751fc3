import { TYPE, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { expect } from 'chai'
import { type DescribedEvent, describeEvent } from '../../../shared/events/describe-event.ts'
import { eventTexts } from '../../../shared/events/event-texts.ts'
import contract from '../../../shared/contract/openapi.json' with { type: 'json' }

interface Data {
  properties: Record<string, Property>
  required?: string[]
}
interface Property {
  type?: string | string[]
  enum?: string[]
  items?: object
  properties?: object
  $ref?: string
  oneOf?: Property[]
}

const schemas = contract.components.schemas as unknown as Record<string, { type?: string; enum?: string[] }>
const locales = ['en', 'fr'] as const

describe('the sentence of an event', () => {
  const event = (fields: Partial<DescribedEvent>): DescribedEvent => ({
    type: 'run.failed',
    device: { name: 'core-sw1' },
    agent: null,
    data: { run_id: 'r', trigger: 'schedule', error_code: 'auth_failed' },
    ...fields,
  })
  const inBoth = (fields: Partial<DescribedEvent>) => locales.map((locale) => describeEvent(event(fields), locale))

  it('names the device and why its backup failed', () => {
    expect(inBoth({})).to.deep.equal([
      'Backup of core-sw1 failed. The device refused the login.',
      'La sauvegarde de core-sw1 a échoué. L’équipement a refusé l’ouverture de session.',
    ])
    expect(inBoth({ data: { run_id: 'r', trigger: 'schedule', error_code: 'of_a_later_version' } })[0]).to.equal(
      'Backup of core-sw1 failed.',
    )
  })

  it('leaves a name that looks like a date as it is, also one that is no date', () => {
    for (const name of ['2026-99-99', '2026-11-28']) {
      expect(inBoth({ device: { name } })[0]).to.equal(`Backup of ${name} failed. The device refused the login.`)
      const [text] = inBoth({ type: 'agent.offline', device: null, agent: { name }, data: { last_seen_at: name } })
      expect(text).to.include(name)
    }
  })

  it('writes instants in UTC, sizes in units, and counts with the right plural', () => {
    const stale = { type: 'device.stale', data: { last_success_at: '2026-11-28T10:27:00.123Z' } }
    const never = { type: 'device.stale', data: { last_success_at: null } }
    const low = { type: 'storage.low', data: { free_bytes: 3 * 1024 ** 3, total_bytes: 1024 ** 4, low_percent: 10 } }
    const written = { added: 1, removed: 12, key: 'running-config', first: false }

    expect(inBoth(stale)).to.deep.equal([
      'core-sw1 is stale: its last successful backup was on 28 Nov 2026, 10:27 UTC.',
      'core-sw1 est périmé\u00a0: sa dernière sauvegarde réussie date du 28 nov. 2026, 10:27 UTC.',
    ])
    expect(inBoth(never)[0]).to.equal('core-sw1 is stale: it has no successful backup.')
    expect(inBoth(low)[1]).to.include('3\u00a0Gio libres sur 1\u00a0Tio')
    expect(inBoth({ type: 'version.written', data: written })[0]).to.equal(
      'A new version of running-config of core-sw1 was stored. 1 line was added, 12 were removed.',
    )
    expect(inBoth({ type: 'version.written', data: { ...written, first: true, added: null, removed: null } })[0]) // prettier-ignore
      .to.equal('The first version of running-config of core-sw1 was stored.')
  })

  it('stays on one line, whatever a device or a user is called', () => {
    const [sentence] = inBoth({ device: { name: 'core\r\nBcc: x\u202e\u2028{by}<b>' } })

    expect(sentence).to.equal('Backup of core Bcc: x {by}<b> failed. The device refused the login.')
  })

  it('is the type and its subject for an event of a later version', () => {
    expect(inBoth({ type: 'run.postponed' })).to.deep.equal(['run.postponed core-sw1', 'run.postponed core-sw1'])
  })
})

describe('the sentences of events', () => {
  const mapping: Record<string, string> = contract.components.schemas.Event.discriminator.mapping
  const dataOf = (type: string): Data => {
    const name = mapping[type]?.split('/').at(-1) ?? ''
    return (schemas[name] as unknown as { allOf: { properties: { data: Data } }[] }).allOf[1]!.properties.data
  }

  for (const [type, { sentence: inEnglish }] of Object.entries(eventTexts.en.types)) {
    it(`describe ${type} in both languages`, () => {
      const { properties, required = [] } = dataOf(type)
      const french = eventTexts.fr.types[type as keyof typeof eventTexts.fr.types].sentence
      const known = [...Object.keys(properties), 'device', 'agent', 'cause']
      const least = Object.fromEntries(required.map((name) => [name, emptiest(properties[name]!, name)]))
      const full = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, sample(of, name)]))

      expect(known).to.include.members(parametersIn(parse(inEnglish)))
      expect([...new Set(parametersIn(parse(french)))].toSorted()).to.deep.equal(
        [...new Set(parametersIn(parse(inEnglish)))].toSorted(),
      )
      for (const data of [full, least]) {
        for (const locale of locales) {
          const text = describeEvent({ type, device: { name: 'core-sw1' }, agent: { name: 'ghent' }, data }, locale)

          expect(text, locale).to.match(/^[\p{Lu}\p{Ll}\d].*([.?]|: reason)$/u)
          expect(text, locale).not.to.match(/undefined|null|NaN|\[object|[{}]| {2}|\.\.|\bnone\b/)
        }
      }
    })
  }

  it('follow French typography', () => {
    for (const { label, sentence } of Object.values(eventTexts.fr.types)) {
      expect(`${label} ${sentence}`).not.to.match(/[a-z]'[a-zéè]| [;:!?»]|« /)
    }
  })
})

function parametersIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return []
    const isChoice = element.type === TYPE.plural || element.type === TYPE.select
    const nested = isChoice ? Object.values(element.options).flatMap(({ value }) => parametersIn(value)) : []
    return [element.value, ...nested]
  })
}

/** A value that the schema allows: null if it may be. */
function emptiest(property: Property, name: string): unknown {
  const isNullable = property.oneOf?.some(({ type }) => type === 'null') ?? property.type?.includes('null')
  return isNullable ? null : sample(property, name)
}

function sample({ type, enum: words, $ref, oneOf, properties }: Property, name: string): unknown {
  if (oneOf) return sample(oneOf.find((one) => one.type !== 'null') ?? {}, name)
  if ($ref?.endsWith('/Instant')) return '2026-11-28T10:27:00Z'
  if ($ref) return schemas[$ref.split('/').at(-1)!]?.enum?.[0] ?? 'word'
  if (words) return words[0]
  if (properties || type === 'object') return { id: 'i', name: 'second' }
  if (type === 'array') return ['first', 'second']
  if (type?.includes('integer')) return 2
  if (type === 'boolean') return true
  return name === 'day' ? '2026-11-28' : name
}
