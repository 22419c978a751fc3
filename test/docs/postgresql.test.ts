import fs from 'node:fs'
import { expect } from 'chai'
import { connectionsOfReplica } from '../../service/store/connection-demand.ts'

const page = fs.readFileSync('docs/postgresql.md', 'utf8')

describe('docs/postgresql.md', () => {
  it('states the connections that a replica may open', () => {
    const rows = [...page.matchAll(/^\| (\d+) +\| (\d+) +\|$/gm)].map(([, processes, connections]) => [
      Number(processes),
      Number(connections),
    ])

    expect(rows.map(([processes]) => processes)).to.deep.equal([1, 2, 4, 8])
    expect(rows).to.deep.equal(rows.map(([processes = 0]) => [processes, connectionsOfReplica(processes)]))
  })

  it('computes max_connections for three replicas of four processes', () => {
    const needed = 3 * connectionsOfReplica(4)

    expect(page).to.include(`${needed} for Coffer, so \`max_connections = ${needed + 10}\``)
  })
})
