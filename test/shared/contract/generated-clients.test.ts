import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { expect } from 'chai'
import { generate } from 'openapi-typescript-codegen'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const document = path.join(root, 'shared/contract/public-openapi.json')
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
}

describe('a client generated from the API document', () => {
  let folder: string
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-client-'))))
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  it('by @hey-api/openapi-ts compiles, with devices, customers and events', async () => {
    const output = path.join(folder, 'hey')
    await createClient({
      input: document,
      output,
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    })

    const faults = await compile(
      output,
      `
      import { listDevices, listTenants, type Device, type Tenant, type ProblemCode, type RunEvent } from './index.js'
      export async function first(): Promise<[Device | undefined, Tenant | undefined]> {
        const [devices, tenants] = [await listDevices({ query: { name: 'edge-1' } }), await listTenants()]
        return [devices.data?.[0], tenants.data?.[0]]
      }
      export const code: ProblemCode = 'name_taken'
      export const runOf = (event: RunEvent): string => event.data.run_id
    `,
    )

    expect(faults).to.equal('')
  })

  it('by openapi-typescript-codegen compiles, with the document’s customers', async () => {
    const output = path.join(folder, 'codegen')
    await generate({ input: document, output, httpClient: 'fetch' as never })

    const faults = await compile(
      output,
      `
      import { CustomersService, DevicesService, type Device, type Tenant } from './index'
      export async function first(): Promise<[Device | undefined, Tenant | undefined]> {
        return [(await DevicesService.listDevices({} as never))[0], (await CustomersService.listTenants())[0]]
      }
    `,
    )

    expect(faults).to.equal('')
  })

  /** Compiles the client with a program that uses it; returns the compiler’s output. */
  async function compile(output: string, program: string): Promise<string> {
    fs.writeFileSync(path.join(output, 'program.ts'), program)
    fs.writeFileSync(path.join(output, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['./**/*.ts'] }))
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    return run(process.execPath, [tsc, '--project', output]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }
})
