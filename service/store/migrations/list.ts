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

/** Every step of the schema, in order. A step is never edited once it has been released: what comes later is a new step. */
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
]
