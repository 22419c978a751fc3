import fs from 'node:fs'
import { expect } from 'chai'
import { type Permission, may, roles } from '../../shared/permissions/permissions.ts'

interface Operation {
  'x-permission'?: string
  'x-level-permission'?: Record<string, string>
  'x-global-permission'?: string
  'x-download-permission'?: string
  'x-secrets'?: string
}

const contract = JSON.parse(fs.readFileSync('shared/contract/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Permission: { enum: Permission[] } } }
}
const permissions = contract.components.schemas.Permission.enum
const page = fs.readFileSync('docs/roles.md', 'utf8')

/** What operations require instead of a permission. */
const withoutPermission = new Set(['none', 'signed-in', 'agent'])

/** A permission, as the guides write it. */
const permissionName = /(?<![\w-])[a-z]+:(?:read|write|manage|trigger|download|restore|force|provision)(?![\w-])/g

describe('docs/roles.md', () => {
  it('lists the permissions of each role as the service decides them', () => {
    const [head, ...rows] = readRows('# Roles and permissions')

    expect(head).to.deep.equal(['permission', ...roles])
    expect(rows).to.deep.equal(
      permissions.map((permission) => [permission, ...roles.map((role) => (may(role, permission) ? 'yes' : 'no'))]),
    )
  })

  it('explains each permission', () => {
    const [, ...rows] = readRows('## What each permission allows')

    expect(rows.map(([permission]) => permission)).to.deep.equal(permissions)
    expect(rows.filter(([, allows = '']) => allows.length < 40)).to.deep.equal([])
  })

  it('explains every permission that the contract requires, and the guides name no other', () => {
    const [, ...rows] = readRows('## What each permission allows')
    const explained = rows.map(([permission]) => permission)
    const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))
    const required = operations.flatMap((operation) => operation['x-permission'] ?? [])
    const guides = fs.readdirSync('docs').filter((name) => name.endsWith('.md'))
    const named = guides.flatMap((name) =>
      [...fs.readFileSync(`docs/${name}`, 'utf8').matchAll(permissionName)].map(([found]) => found),
    )

    expect(explained).to.include.members(required.filter((permission) => !withoutPermission.has(permission)))
    expect(explained).to.include.members(named)
  })

  it('names every request that requires another permission than its operation', () => {
    const [, ...rows] = readRows('## Requests that require another permission', { isRaw: true })

    const named = rows.flatMap(([requests = '', permission = '']) =>
      [...requests.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, request]) => `${request} ${permission.replaceAll('`', '')}`),
    )

    expect(named).to.have.members(
      Object.entries(contract.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          exceptions(`${method.toUpperCase()} ${path}`, operation),
        ),
      ),
    )
  })
})

function exceptions(request: string, operation: Operation): string[] {
  const other = [operation['x-global-permission'], operation['x-download-permission']]
  return [
    ...other.filter((permission) => permission !== undefined).map((permission) => `${request} ${permission}`),
    ...(operation['x-secrets'] === 'required' ? [`${request} secret:read`] : []),
    ...Object.entries(operation['x-level-permission'] ?? {}).map(
      ([level, permission]) => `${request.replace('{level}', level)} ${permission}`,
    ),
  ]
}

/** Returns the cells of the first table after a heading, without the line below its head. */
function readRows(heading: string, { isRaw = false } = {}): string[][] {
  const [, after = ''] = page.split(`${heading}\n`)
  const [table = ''] = /^\|.*\n(?:\|.*\n)+/m.exec(after) ?? []
  const [head = '', , ...rows] = table.trimEnd().split('\n')
  return [head, ...rows].map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => (isRaw ? cell.trim() : cell.trim().replaceAll('`', ''))),
  )
}
