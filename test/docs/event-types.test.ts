import fs from 'node:fs'
import { expect } from 'chai'
import { eventTypes } from '../../service/domain/outbox/events/event-types.ts'

interface Schema {
  enum: string[]
  discriminator: { mapping: Record<string, string> }
  allOf: [unknown, { properties: { type: { enum: string[] }; data: { properties: object; required?: string[] } } }]
}

const page = fs.readFileSync('docs/events.md', 'utf8')
const { schemas } = JSON.parse(fs.readFileSync('shared/contract/openapi.json', 'utf8')).components as {
  schemas: Record<string, Schema> & { Event: Schema; EventType: Schema }
}

/** The rows of the table in docs/events.md, by event. */
const rows = new Map(
  page
    .split('\n')
    .filter((line) => /^\| `[a-z_]+\.[a-z_]+` /.test(line))
    .map((line) => {
      const [, type = '', , , when, data = ''] = line.split('|').map((cell) => cell.trim())
      return [type.replaceAll('`', ''), { when, data }] as const
    }),
)

describe('the event table of docs/events.md', () => {
  it('has every event of the contract, in its order', () => {
    expect([...rows.keys()]).to.deep.equal(schemas.EventType.enum)
  })

  it('states for each event when it is emitted', () => {
    for (const [type, { when }] of rows) expect(when, type).to.match(/\w/)
  })

  it('lists the fields of each event’s `data`, and which are optional', () => {
    for (const [type, reference] of Object.entries(schemas.Event.discriminator.mapping)) {
      const schema = schemas[reference.split('/').at(-1) ?? ''] as Schema
      const { type: types, data } = schema.allOf[1].properties
      const named = Object.keys(data.properties).map((name) => {
        return data.required?.includes(name) ? `\`${name}\`` : `\`${name}\`?`
      })

      expect(types.enum, type).to.include(type)
      expect(rows.get(type)?.data, type).to.equal(named.join(', '))
    }
  })
})

describe('the events of the contract', () => {
  it('have one schema each', () => {
    expect(Object.keys(schemas.Event.discriminator.mapping)).to.have.members(schemas.EventType.enum)
    expect(Object.keys(eventTypes)).to.have.members(schemas.EventType.enum)
  })
})
