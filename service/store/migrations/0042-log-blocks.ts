import type { Knex } from 'knex'

/**
 * The log of a run is stored in blocks: a row contains the lines of one batch, sealed together. `lines` is their number;
 * null for a row of an earlier release, which is one line. A block reserves 1,000 positions, so that each of its lines has
 * one.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table job_log add column lines integer check (lines between 1 and 1000);
    alter table job_log alter column level drop not null;
    alter table job_log add check ((lines is null) = (level is not null));
    alter table job_log alter column seq set increment by 1000;
  `)
}
