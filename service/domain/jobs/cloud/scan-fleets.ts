import type { SystemContext } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { type MerakiFound, type MerakiScan, scanMeraki } from '../../../../agent/cloud-work.ts'
import { type FailureCode } from '../../../../shared/contract/failures.ts'
import { type Failure, failureWithoutStep } from '../../../../shared/messages/failure.ts'
import { message } from '../../../../shared/messages/message.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { Credential } from '../../../store/models/credential.ts'
import { FleetItem } from '../../../store/models/fleet-item.ts'
import { Fleet } from '../../../store/models/fleet.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { merakiAccess } from './cloud-access.ts'
import type { CloudDependencies } from './cloud-dependencies.ts'
import { openSecrets } from '../../inventory/credentials/credential-secrets.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { isFleetApproved } from '../../inventory/discovery/approve-fleet.ts'
import { noProgress } from '../../inventory/discovery/request-scan.ts'
import { sealScanFailure } from '../../inventory/discovery/scan-failure.ts'

/** Scans fleets in this process. If the process dies, another one continues its scans. */
export interface FleetScanner {
  /** Starts requested scans up to the limit. */
  claimDue(): Promise<void>
  /** Resolves when no scan runs. */
  idle(): Promise<void>
  /** Abandons all scans, so that another process restarts them. */
  stop(): Promise<void>
}

/** Limits of concurrent scans of a process, and of attempts of a scan whose process died. */
const room = { scans: 4, losses: 3 }

export function createFleetScanner(dependencies: CloudDependencies): FleetScanner {
  const { runInSystemTransaction, inTenant, keys, intervals, now, alarm } = dependencies
  const runner = randomUUIDv7()
  const stopping = new AbortController()
  const under = new Set<Promise<void>>()

  async function scan(fleet: Fleet) {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const keep = (progress?: Fleet['scanProgress']) =>
      inTenant(fleet.tenantId, async (context) => {
        const isHeld = await holdScan(context, { fleet, runner, leaseMs: intervals.lease_ms, progress })
        if (!isHeld) lost.abort(new Error('another scans this fleet, or it is gone'))
      })
    const beat = setInterval(() => {
      keep().catch((error: unknown) => alarm(`the scan of ${fleet.id} could not be kept: ${error}`))
    }, intervals.heartbeat_ms)
    try {
      const outcome =
        fleet.scanLosses > room.losses
          ? failed('agent_lost', message('advice_service_log'))
          : isFleetApproved(fleet)
            ? await scanMeraki({
                token: await readToken(fleet),
                cloud: merakiAccess(dependencies, fleet.tenantId, { netco_region: fleet.region }),
                organisations: fleet.orgIds,
                signal,
                now,
                requestLimits: dependencies.requestLimits,
                onProgress: ({ organisations, organisationsDone, networks }) =>
                  keep({ organisations, organisations_done: organisationsDone, networks }),
              })
            : failed('address_unapproved')
      await end(fleet, outcome)
    } catch (error) {
      if (signal.aborted) return
      alarm(`the scan of fleet ${fleet.id} ended: ${error}`)
      const isLocked = error instanceof KeysDestroyed
      const code = isLocked ? 'credential_missing' : 'internal_error'
      await end(fleet, failed(code, message('advice_service_log')))
    } finally {
      clearInterval(beat)
    }
  }

  function readToken(fleet: Fleet): Promise<string | undefined> {
    return inTenant(fleet.tenantId, async ({ trx }) => {
      const credential = await Credential.query(trx).findById(fleet.credentialId).throwIfNotFound()
      return openSecrets(await keys.of(fleet.tenantId), credential).api_token
    })
  }

  async function end(fleet: Fleet, outcome: MerakiScan) {
    const sealed = outcome.kind === 'failed' ? await seal(fleet, outcome.failure) : null
    await inTenant(fleet.tenantId, async (context) => {
      if (!(await isOurs(context, fleet, runner))) return
      if (outcome.kind === 'found') await keepFound(context, fleet, outcome.found)
      await endScan(context, fleet, outcome, sealed)
    })
  }

  /** Null if the tenant's keys were destroyed meanwhile. */
  async function seal(fleet: Fleet, failure: Failure): Promise<Buffer | null> {
    try {
      return sealScanFailure(await keys.of(fleet.tenantId), fleet, failure)
    } catch (error) {
      if (error instanceof KeysDestroyed) return null
      throw error
    }
  }

  return {
    async claimDue() {
      while (under.size < room.scans && !stopping.signal.aborted) {
        const fleet = await runInSystemTransaction((context) => claimScan(context, runner, intervals.lease_ms))
        if (!fleet) return
        const scanning = scan(fleet)
          .catch((error: unknown) => alarm(`the scan of fleet ${fleet.id} was not ended: ${error}`))
          .finally(() => under.delete(scanning))
        under.add(scanning)
      }
    },
    async idle() {
      while (under.size > 0) await Promise.all(under)
    },
    async stop() {
      stopping.abort(new Error('the service stops'))
      await Promise.all(under)
      await runInSystemTransaction((context) =>
        Fleet.query(context.trx)
          .where({ scanStatus: 'running', scanRunner: runner })
          .patch({ scanStatus: 'queued', scanRunner: null, scanHeldUntil: null })
          .execute(),
      )
    },
  }
}

function failed(code: FailureCode, advice?: Failure['advice']): MerakiScan {
  const failure = failureWithoutStep(code)
  return { kind: 'failed', failure: advice ? { ...failure, advice } : failure }
}

/** Returns the oldest scan that is queued or whose lease expired. The transaction is of the platform scope. */
async function claimScan({ trx, now }: SystemContext, runner: string, leaseMs: number): Promise<Fleet | undefined> {
  const fleet = await Fleet.query(trx)
    .where('scanStatus', 'queued')
    .orWhere((held) => held.where('scanStatus', 'running').where('scanHeldUntil', '<=', now))
    .orderBy('scanQueuedAt')
    .first()
    .forUpdate()
    .skipLocked()
  if (!fleet) return undefined
  const change = {
    scanStatus: 'running',
    scanStartedAt: now,
    scanProgress: noProgress,
    scanRunner: runner,
    scanHeldUntil: new Date(now.getTime() + leaseMs),
    scanLosses: fleet.scanLosses + (fleet.scanStatus === 'running' ? 1 : 0),
  } as const
  await Fleet.query(trx).findById(fleet.id).patch(change)
  return Object.assign(fleet, change)
}

async function holdScan(
  { trx, now }: SystemContext,
  how: { fleet: Fleet; runner: string; leaseMs: number; progress?: Fleet['scanProgress'] },
): Promise<boolean> {
  const { fleet, runner, leaseMs, progress } = how
  const held = await Fleet.query(trx)
    .where({ id: fleet.id, scanStatus: 'running', scanRunner: runner })
    .patch({ scanHeldUntil: new Date(now.getTime() + leaseMs), ...(progress && { scanProgress: progress }) })
  return held > 0
}

async function isOurs({ trx }: SystemContext, { id }: Fleet, runner: string): Promise<boolean> {
  const fleet = await Fleet.query(trx).findById(id).forUpdate()
  return fleet?.scanStatus === 'running' && fleet.scanRunner === runner
}

/**
 * Imported networks that the scan did not find remain in the list; other networks that it did not find are deleted. All
 * networks of skipped organisations remain.
 */
async function keepFound(
  { trx }: SystemContext,
  { tenantId, id: fleetId }: Fleet,
  { networks, skipped }: MerakiFound,
): Promise<void> {
  const ofFleet = { tenantId, fleetId }
  const unread = skipped.map(({ id }) => id)
  await FleetItem.query(trx).where(ofFleet).whereNull('deviceId').whereNotIn('organisationId', unread).delete()
  await FleetItem.query(trx).where(ofFleet).whereNotIn('organisationId', unread).patch({ isSeen: false })
  const unique = [...new Map(networks.map((one) => [one.key, one])).values()]
  for (let at = 0; at < unique.length; at += batch) {
    await FleetItem.query(trx)
      .insert(unique.slice(at, at + batch).map((one) => ({ ...ofFleet, ...one, isSeen: true })))
      .onConflict(['tenant_id', 'fleet_id', 'key'])
      .merge(['name', 'organisation_id', 'organisation', 'product_types', 'is_seen'])
  }
}

const batch = 500

async function endScan(
  { trx, now }: SystemContext,
  fleet: Fleet,
  outcome: MerakiScan,
  sealed: Buffer | null,
): Promise<void> {
  const isFound = outcome.kind === 'found'
  const code: FailureCode | null = isFound ? null : outcome.failure.code
  await Fleet.query(trx)
    .findById(fleet.id)
    .patch({
      scanStatus: isFound ? 'succeeded' : 'failed',
      scanFinishedAt: now,
      scanErrorCode: code,
      scanError: sealed,
      scanRunner: null,
      scanHeldUntil: null,
      ...(isFound && { scanSkipped: outcome.found.skipped, scanProgress: wholeProgress(outcome.found) }),
    })
  const { tenantId } = fleet
  const detail = isFound ? { networks: outcome.found.networks.length } : { error_code: code }
  await recordAudit({ ...serviceActor, tenantId, now, trx }, 'fleet.scan_end', {
    kind: 'fleet',
    id: fleet.id,
    tenantId,
    outcome: isFound ? 'done' : 'failed',
    detail,
  })
}

function wholeProgress({ organisations, networks }: MerakiFound): Fleet['scanProgress'] {
  return { organisations, organisations_done: organisations, networks: networks.length }
}
