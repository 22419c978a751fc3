import { message, type ReceivedMessage } from '../../../shared/messages/message.ts'
import { type LegacySentence, convertSentence } from './convert-sentence.ts'

/** Returns the message of a reason that an earlier version stored as a sentence in the run of a maintenance task. */
export function convertReason(sentence: string): ReceivedMessage {
  const reason = sentence.replace(/^(did nothing because |stopped because |stopped: )/, '')
  const whole = convertSentence(reason, sentences)
  if (whole.code !== 'legacy_text') return whole
  const parts = reason.split(separator).map((part) => convertSentence(part, sentences))
  const isKnown = parts.length > 1 && parts.every(({ code }) => code !== 'legacy_text')
  return isKnown
    ? { code: 'several_reasons', params: { reasons: parts } }
    : { code: 'legacy_text', params: { text: sentence } }
}

/** Separates the sentences of one reason; two of them contain a semicolon themselves. */
const separator = /; (?!the (?:rest of them was kept|next night tries again))/

/** Returns `5.3 KiB` in bytes: the sentence has no more digits. */
function bytesOf(size = ''): number {
  const [number, unit = 'bytes'] = size.split(' ')
  return Math.round(Number(number) * 1024 ** ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'].indexOf(unit))
}

/** Returns `2026-11-23 07:08 UTC` as an ISO instant. */
function instantOf(text = ''): string {
  return `${text.slice(0, 10)}T${text.slice(11, 16)}:00.000Z`
}

const unasked = String.raw`: more than a sweep removes unasked \(POST /api/storage/purge is the yes\)$`

const sentences: LegacySentence[] = [
  [/^BKP_DUMP_KEEP is 0$/, () => message('dumps_off')],
  [/^another replica is making a dump$/, () => message('dump_made_elsewhere')],
  [/^the dump (?<dump>\S+) is of the same night$/, ({ dump = '' }) => message('dump_already_made', { dump })],
  [
    /^(?<dump>\S+) is of a time to come: was the clock wrong\? It is kept beside the others$/,
    ({ dump = '' }) => message('dump_in_future', { dump }),
  ],
  [/^nothing has been kept long enough$/, () => message('nothing_expired')],
  [/^it is under way elsewhere, or was done this night$/, () => message('check_done_elsewhere')],
  [/^there is nothing stored, or nothing was due$/, () => message('nothing_to_check')],
  [
    /^the object store (does not answer|cannot be read): (?<detail>.+)$/s,
    ({ detail = '' }) => message('store_not_answering', { detail: message('legacy_text', { text: detail }) }),
  ],
  [/^the customer’s keys were destroyed( meanwhile)?$/, () => message('tenant_keys_destroyed')],
  [/^the service was (ending|stopped; the next check goes on here)$/, () => message('service_stopping')],
  [/^(another replica goes on with it|another sweep of this customer has taken over)$/, () => message('taken_over')],
  [/^the object store has no dump$/, () => message('no_dump_stored')],
  [/^BKP_S3_OBJECT_LOCK is off$/, () => message('object_lock_off')],
  [/^every lock lasts long enough$/, () => message('locks_sufficient')],
  [
    /^(?<objects>\d+) objects could not be locked; the next night tries again$/,
    ({ objects }) => message('objects_not_locked', { objects: Number(objects) }),
  ],
  [
    /^(?<objects>\d+) objects are hidden by a delete marker or another version: ‘coffer service repair-store’ shows them again$/,
    ({ objects }) => message('objects_hidden', { objects: Number(objects) }),
  ],
  [/^no decommissioned device is due$/, () => message('no_device_due')],
  [/^the devices were purged or put back into service meanwhile$/, () => message('devices_no_longer_due')],
  [/^every version is within its retention$/, () => message('within_retention')],
  [/^there is no customer$/, () => message('no_tenant')],
  [/^of a sample of (?<at>\S+)$/, ({ at = '' }) => message('recently_sampled', { sampled_at: at })],
  [/^the report of (?<day>\S+) was frozen already$/, ({ day = '' }) => message('report_already_frozen', { day })],
  [/^there was no Coffer here on (?<day>\S+)$/, ({ day = '' }) => message('installed_later', { day })],
  [
    /^(?<day>\S+) has been over for more than an hour: what was true then is not known any more$/,
    ({ day = '' }) => message('report_day_over', { day }),
  ],
  [/^the database knows all that is in the store$/, () => message('index_complete')],
  [/^this customer is being swept already$/, () => message('sweep_under_way')],
  [/^it was asked what it would do$/, () => message('dry_run_only')],
  [/^everything is referred to$/, () => message('everything_referenced')],
  [/^nothing (else )?is left of the customer, whose keys were destroyed$/, () => message('tenant_removed')],
  [/^would remove all packs: the customer’s keys were destroyed$/, () => message('purges_destroyed_tenant')],
  [/^the customer has keys$/, () => message('tenant_has_keys')],
  [/^has not ended: it is under way, or was interrupted$/, () => message('run_not_ended')],
  [
    /^failed: (?<error>\S+); the service’s log says more$/,
    ({ error = '' }) => message('failed_unexpectedly', { error }),
  ],
  [
    /^the database was restored from a dump or rebuilt, and nobody has cleared the mark$/,
    () => message('database_restored'),
  ],
  [
    /^agent (?<agent>\S+) is ahead of the database, which may be older than the store$/,
    ({ agent = '' }) => message('agent_ahead_of_database', { agent }),
  ],
  [
    /^the service’s clock says (?<service>.+) and PostgreSQL’s (?<database>.+): nothing is removed by its age until they agree$/,
    ({ service, database }) =>
      message('clocks_differ', { service_time: instantOf(service), database_time: instantOf(database) }),
  ],
  [
    /^the last run was (?<days>\d+) days ago by this clock \((?<now>.+)\): was the service off, or has the clock jumped\? It goes on after (?<nights>\d+) such nights$/,
    ({ days, now, nights }) =>
      message('clock_jumped', { days: Number(days), now: instantOf(now), nights: Number(nights) }),
  ],
  [
    /^the object store lists no pack, and the database knows (?<packs>\d+): is it the right store\?$/,
    ({ packs }) => message('store_lists_no_packs', { packs: Number(packs) }),
  ],
  [
    /^the object store lists no manifest, and the database knows (?<versions>\d+) versions: is it the right store\?$/,
    ({ versions }) => message('store_lists_no_manifests', { versions: Number(versions) }),
  ],
  [
    /^the database has never heard of (?<unknown>\d+) of (?<stored>\d+) manifests in the store: /,
    ({ unknown, stored }) => message('manifests_unknown', { unknown: Number(unknown), stored: Number(stored) }),
  ],
  [
    new RegExp(String.raw`^(?<packs>\d+) of (?<stored>\d+) packs would be left without a chunk${unasked}`),
    ({ packs, stored }) => message('packs_unreferenced', { packs: Number(packs), stored: Number(stored) }),
  ],
  [
    new RegExp(String.raw`^(?<packs>\d+) of (?<stored>\d+) packs in the store are named by no row${unasked}`),
    ({ packs, stored }) => message('packs_without_row', { packs: Number(packs), stored: Number(stored) }),
  ],
  [
    new RegExp(String.raw`^(?<manifests>\d+) of (?<stored>\d+) manifests in the store are named by no row${unasked}`),
    ({ manifests, stored }) =>
      message('manifests_without_row', { manifests: Number(manifests), stored: Number(stored) }),
  ],
  [
    new RegExp(
      String.raw`^(?<packs>\d+) of (?<known>\d+) packs that the database knows are not in the store${unasked}`,
    ),
    ({ packs, known }) => message('packs_missing', { packs: Number(packs), known: Number(known) }),
  ],
  [
    new RegExp(String.raw`^(?<size>[\d.]+ \w+) of (?<stored>[\d.]+ \w+) are referred to by nothing${unasked}`),
    ({ size, stored }) => message('bytes_unreferenced', { unreferenced: bytesOf(size), stored: bytesOf(stored) }),
  ],
  [
    /^something that is referred to cannot be read, and who knows what it refers to: (?<detail>.+)\. Once the check of stored objects has named /s,
    ({ detail = '' }) => message('backup_unreadable', { detail: message('legacy_text', { text: detail }) }),
  ],
  [/^versions are committed faster than they can be looked at$/, () => message('commits_too_fast')],
  [
    /^a merged pack does not come back from the store as it was sent: (?<detail>.+)$/s,
    ({ detail = '' }) => message('merged_pack_differs', { detail }),
  ],
  [
    /^the store has a tombstone of this customer, and the database its keys: /,
    () => message('tombstone_of_destruction'),
  ],
  [
    /^the store has a tombstone of this customer that this installation did not seal, /,
    () => message('tombstone_not_sealed'),
  ],
  [
    /^of (?<versions>\d+) versions parts are lost; the rest of them was kept$/,
    ({ versions }) => message('versions_partly_lost', { versions: Number(versions) }),
  ],
  [
    /^(?<objects>\d+) objects are locked until (?<until>\S+) at the latest, and are deleted when their locks end$/,
    ({ objects, until = '' }) => message('deletion_deferred', { objects: Number(objects), until }),
  ],
]
