import type { Migration } from '../migrate.ts'
import * as people from './0001-people.ts'
import * as inventory from './0002-inventory.ts'
import * as jobs from './0003-jobs.ts'
import * as repository from './0004-repository.ts'
import * as lookups from './0005-lookups.ts'
import * as schedules from './0006-schedules.ts'
import * as policies from './0007-policies.ts'
import * as sweep from './0008-sweep.ts'
import * as integrity from './0009-integrity.ts'
import * as reports from './0010-reports.ts'
import * as dump from './0011-dump.ts'
import * as cloud from './0012-cloud.ts'
import * as search from './0013-search.ts'
import * as changes from './0014-changes.ts'
import * as blackouts from './0015-blackouts.ts'
import * as events from './0016-events.ts'
import * as lookupsOfLists from './0017-lookups-of-lists.ts'
import * as lookupsOfEvents from './0018-lookups-of-events.ts'
import * as confirmations from './0019-confirmations.ts'
import * as addressApprovals from './0020-address-approvals.ts'
import * as destructions from './0021-destructions.ts'

/** Every step of the schema, in order. A step is never edited once it is merged: what comes later is a new step. */
export const migrations: Migration[] = [
  { name: '0001-people', up: people.up },
  { name: '0002-inventory', up: inventory.up },
  { name: '0003-jobs', up: jobs.up },
  { name: '0004-repository', up: repository.up },
  { name: '0005-lookups', up: lookups.up },
  { name: '0006-schedules', up: schedules.up },
  { name: '0007-policies', up: policies.up },
  { name: '0008-sweep', up: sweep.up },
  { name: '0009-integrity', up: integrity.up },
  { name: '0010-reports', up: reports.up },
  { name: '0011-dump', up: dump.up },
  { name: '0012-cloud', up: cloud.up },
  { name: '0013-search', up: search.up },
  { name: '0014-changes', up: changes.up },
  { name: '0015-blackouts', up: blackouts.up },
  { name: '0016-events', up: events.up },
  { name: '0017-lookups-of-lists', up: lookupsOfLists.up },
  { name: '0018-lookups-of-events', up: lookupsOfEvents.up },
  { name: '0019-confirmations', up: confirmations.up },
  { name: '0020-address-approvals', up: addressApprovals.up },
  { name: '0021-destructions', up: destructions.up },
]
