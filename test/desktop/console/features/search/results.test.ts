import { expect } from 'chai'
import { createFindings, linesOf } from '../../../../../desktop/console/features/search/found-devices.ts'
import { type SearchRecord, readRecords } from '../../../../../desktop/console/ui/search/read-records.ts'
import { devicesBetween, heights, placeDevices, rowsBetween } from '../../../../../desktop/console/features/search/result-layout.ts' // prettier-ignore
import { tableOf, textOf } from '../../../../../desktop/console/features/search/result-table.ts'
import { addressOf, requestOf, parseSearchInput } from '../../../../../desktop/console/features/search/search-input.ts'

describe('the results of a search', () => {
  const hit = (line: number, text: string, before: string[] = [], after: string[] = []) => ({
    line,
    text,
    before,
    after,
  })
  const match = (name: string, lines: ReturnType<typeof hit>[], matches = lines.length): SearchRecord => ({
    type: 'match',
    tenant_id: 'one',
    device: { id: name, name, platform: 'netco_iosxe', site: 'lyon' },
    artifact_id: `artifact of ${name}`,
    key: 'running-config',
    transport: 'ssh',
    version_id: `version of ${name}`,
    captured_at: '2026-11-21T02:00:11.000Z',
    matches,
    lines,
  })
  const found = (...records: SearchRecord[]) => {
    const findings = createFindings()
    findings.add(records)
    return findings.devices()
  }
  const open = { devices: new Map<string, boolean>(), whole: new Set<string>() }

  it('show each line once if contexts overlap, with gaps between them', () => {
    const lines = linesOf([
      hit(5, 'five', ['four'], ['six']),
      hit(7, 'seven', ['six'], ['eight']),
      hit(20, 'x', ['w'], []),
    ])

    expect(lines.map((one) => (one.kind === 'gap' ? '…' : `${one.kind} ${one.line} ${one.text}`))).to.deep.equal([
      'beside 4 four',
      'hit 5 five',
      'beside 6 six',
      'hit 7 seven',
      'beside 8 eight',
      '…',
      'beside 19 w',
      'hit 20 x',
    ])
  })

  it('are grouped by device, in natural name order', () => {
    const devices = found(
      match('core-10', [hit(1, 'a')]),
      match('core-9', [hit(1, 'a')]),
      match('core-10', [hit(3, 'b')]),
    )

    expect(devices.map(({ name, texts, matches }) => [name, texts.length, matches])).to.deep.equal([
      ['core-9', 1, 1],
      ['core-10', 2, 2],
    ])
  })

  it('draw only the visible rows of thousands of devices, at correct positions', () => {
    const lines = Array.from({ length: 12 }, (_, at) => hit(at + 1, `line ${at + 1}`))
    const devices = found(...Array.from({ length: 1_000 }, (_, at) => match(`r-${at}`, lines, 200)))
    const { placed, height } = placeDevices(devices, open)
    const [first] = placed
    const rows = rowsBetween(devices[0]!, open.whole, [0, 10_000])
    const last = rows.at(-1)!

    expect(height).to.equal(placed.reduce((sum, one) => sum + one.height, 0))
    expect(last.top + last.height + heights.end).to.equal(first!.height)
    expect(last).to.include({ kind: 'more', hits: 2 })
    const seen = devicesBetween(placed, 100_000, 100_800)
    expect(seen.length).to.be.within(2, 5)
    expect(seen[0]!.top).to.be.at.most(100_000)
    expect(seen.at(-1)!.top + seen.at(-1)!.height).to.be.at.least(100_800)
  })

  it('show all lines of a text on request, and the number that only the service counted', () => {
    const lines = Array.from({ length: 12 }, (_, at) => hit(at + 1, `line ${at + 1}`))
    const [device] = found(match('r-1', lines, 200))
    const whole = new Set(['version of r-1'])
    const rows = rowsBetween(device!, whole, [0, 10_000])
    const [placed] = placeDevices([device!], { ...open, whole }).placed

    expect(rows.filter(({ kind }) => kind === 'line')).to.have.lengthOf(12)
    expect(rows.at(-1)).to.include({ kind: 'untold', hits: 188 })
    expect(rows.at(-1)!.top + rows.at(-1)!.height + heights.end).to.equal(placed!.height)
  })

  it('begin collapsed if the browser could not draw all of them', () => {
    const lines = Array.from({ length: 10 }, (_, at) => hit(at + 1, 'x'))
    const [device] = found(match('r-1', lines))
    const devices = Array.from({ length: 60_000 }, (_, at) => ({ ...device!, id: `r-${at}` }))
    const { placed, height } = placeDevices(devices, open)

    expect(placed[0]!.isOpen).to.equal(true)
    expect(placed.at(-1)!.isOpen).to.equal(false)
    expect(height).to.be.below(20_000_000)
  })

  it('are exported as CSV without formulas, and in grep format', () => {
    const devices = found(match('core-1', [hit(812, '=cmd()', ['!'], ['!'])]))

    expect(tableOf(devices, () => 'Acme, Ltd', false)).to.equal(
      '\ufeffcustomer,device,platform,site,key,transport,captured_at,line,text\r\n' +
        `"Acme, Ltd",core-1,netco_iosxe,lyon,running-config,ssh,2026-11-21T02:00:11.000Z,812,'=cmd()\r\n`,
    )
    expect(textOf(devices, false)).to.equal('core-1 running-config:812: =cmd()\n')
  })

  it('are parsed as they arrive, however the response is split', async () => {
    const bytes = new TextEncoder().encode(
      [match('é-1', [hit(1, 'ü')]), match('é-2', [])].map((one) => `${JSON.stringify(one)}\n`).join('') + '{"type":"ma',
    )
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7))
        controller.close()
      },
    })
    const names: string[] = []
    for await (const records of readRecords(pieces)) {
      names.push(...records.map((record) => (record.type === 'match' ? record.device.name : record.type)))
    }

    expect(names).to.deep.equal(['é-1', 'é-2'])
  })

  it('are of the search in the address', () => {
    const query = { q: '^ntp ', regex: 'true', missing: 'true', context: '5', site: 'lyon', limit: '10000' }
    const input = parseSearchInput(query)

    expect(addressOf(input)).to.deep.equal(query)
    expect(requestOf(input)).to.deep.equal({
      pattern: '^ntp ',
      regex: true,
      ignore_case: false,
      missing: true,
      context: 0,
      limit: 10_000,
      site: 'lyon',
    })
    expect(addressOf(parseSearchInput({ context: '7', limit: 'many' }))).to.deep.equal({})
  })
})
