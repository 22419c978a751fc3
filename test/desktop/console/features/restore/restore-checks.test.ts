import { expect } from 'chai'
import {
  type Known,
  checksOf,
  levelsOf,
  mayBeAsked,
} from '../../../../../desktop/console/features/restore/restore-checks.ts'
import { loadMessages } from '../../../../../desktop/console/language/service-messages.ts'
import { canBeRestored } from '../../../../../desktop/console/ui/useRestorable.ts'
import { presentPlatform } from '../../../../../service/http/present/platform.ts'
import { platforms as allPlatforms } from '../../../../../shared/platforms/registry.ts'
import { createJunosConfInspector } from '../../../../../shared/platforms/junos-text.ts'

const levels = { platform: 'allow', customer: null, device: null } as const
const policy = { tenant_id: null, device_id: null, restore_policy: 'allow', restore_policy_from: 'platform', levels }
const platforms = allPlatforms.map(presentPlatform)
const whole = {
  version: {
    key: 'configuration-conf',
    transport: 'ssh',
    metadata: {},
    damaged: false,
    lab_mode: false,
    host_not_compared: false,
    suspicious: [] as string[],
    reviewed_at: null,
    size_bytes: 2_000,
  },
  device: { platform: 'routeco_junos', enabled: true, decommissioned_at: null, restore: null },
  policy,
  platforms,
} as unknown as Known

const withVersion = (fields: Partial<Known['version']>) => ({ ...whole, version: { ...whole.version, ...fields } })
const failing = (known: Known) => checksOf(known).flatMap(({ about, ok }) => (ok === false ? [about] : []))

describe('the preconditions of a restore', () => {
  before(() => loadMessages('en'))

  it('pass for a complete Junos configuration collected over SSH where all levels allow it', () => {
    expect(failing(whole)).to.deep.equal([])
    expect(mayBeAsked(checksOf(whole))).to.equal(true)
    expect(mayBeAsked(checksOf({ ...whole, policy: undefined }))).to.equal(true)
  })

  it('pass for no other platform, artifact or transport', () => {
    const offered = platforms.flatMap(({ id, artifacts }) =>
      artifacts.flatMap(({ key, transports }) =>
        transports
          .filter((transport) => canBeRestored(platforms, id, { key, transport }))
          .map((transport) => [id, key, transport]),
      ),
    )

    expect(offered).to.deep.equal([['routeco_junos', 'configuration-conf', 'ssh']])
    expect(canBeRestored([], 'routeco_junos', { key: 'configuration-conf', transport: 'ssh' })).to.equal(false)
  })

  it('each fail by name: policy, platform, artifact, missing parts, suspicion, trust, service, other restore', () => {
    expect(failing({ ...whole, policy: { ...policy, restore_policy: 'deny' } as Known['policy'] })).to.deep.equal([
      'policy',
    ])
    expect(failing({ ...whole, device: { ...whole.device, platform: 'netco_iosxe' } })).to.deep.equal(['platform'])
    expect(failing(withVersion({ key: 'configuration-set' }))).to.deep.equal(['artifact'])
    expect(failing(withVersion({ transport: 'api' }))).to.deep.equal(['artifact'])
    expect(failing(withVersion({ damaged: true, lab_mode: true }))).to.deep.equal(['readable', 'trusted'])
    expect(failing(withVersion({ suspicious: ['it shrank'] }))).to.deep.equal(['reviewed'])
    expect(failing(withVersion({ suspicious: ['it shrank'], reviewed_at: '2026-03-12T10:00:00Z' }))).to.deep.equal([])
    expect(failing(withVersion({ size_bytes: 17 * 1024 * 1024 }))).to.deep.equal(['size'])
    const busy = {
      run_id: 'r',
      version_id: 'v',
      status: 'running',
      confirm_until: null,
      remaining_seconds: null,
    } as const
    expect(failing({ ...whole, device: { ...whole.device, enabled: false, restore: busy } })).to.deep.equal([
      'service',
      'free',
    ])
  })

  it('list what an agent found missing in the text', () => {
    const inspector = createJunosConfInspector()
    inspector.push(Buffer.from('version 22.4R3;\nsystem {\n    host-name r1;\n    root-authentication {\n        encrypted-password /* SECRET-DATA */;\n    }\n}\n')) // prettier-ignore
    const { metadata } = inspector.end()

    const check = checksOf(withVersion({ metadata })).find(({ about }) => about === 'whole')
    expect(check).to.include({ ok: false })
    expect(check?.because).to.equal('secrets that are hidden from the account: 1')
  })

  it('show the reason that an earlier agent stored as text', () => {
    const metadata = { restorable: false, not_restorable_because: 'secrets that are hidden from the account: 1' }

    const check = checksOf(withVersion({ metadata })).find(({ about }) => about === 'whole')

    expect(check?.because).to.equal(metadata.not_restorable_because)
  })

  it('show the policy of each level, and which one decides', () => {
    const nobody = {
      ...policy,
      restore_policy: 'deny',
      restore_policy_from: 'default',
      levels: { ...levels, platform: null },
    }

    expect(levelsOf(policy as NonNullable<Known['policy']>).map(({ decides }) => decides)).to.deep.equal([
      true,
      false,
      false,
    ])
    expect(levelsOf(nobody as NonNullable<Known['policy']>)[0]).to.deep.equal({
      level: 'platform',
      says: null,
      decides: true,
    })
  })
})
