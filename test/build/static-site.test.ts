import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { buildSite } from '../../build/static-site.ts'
import { temporaryFolder } from '../support/temporary-folders.ts'

describe('a site of static files', () => {
  it('is built once if two processes find it stale, also after one that was killed', async () => {
    const folder = temporaryFolder('coffer-site-')
    const site = { target: path.join(folder, 'site'), sources: [] }
    fs.writeFileSync(`${site.target}.lock`, String(2 ** 22 + 1)) // no process has this number
    let builds = 0
    const build = async (target: string) => {
      builds += 1
      await fs.promises.mkdir(target)
      await fs.promises.writeFile(path.join(target, 'index.html'), 'a page '.repeat(1000))
    }

    const sizes = await Promise.all([1, 2].map(() => buildSite(site, build, { ifStale: true })))

    expect(builds).to.equal(1)
    expect(sizes.filter((size) => size !== undefined)).to.have.length(1)
    expect(fs.readdirSync(folder)).to.deep.equal(['site'])
    expect(fs.readdirSync(site.target)).to.have.members(['index.html', 'index.html.br', 'index.html.gz'])
  })
})
