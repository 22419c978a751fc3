import { neededDryRunFormat } from '../../../shared/agent-protocol/dry-run.ts'

/**
 * SQL: whether the platform of a device `d` is a stored one, and its active version `v` meets a condition. Retired ones are
 * included: their devices are still backed up.
 */
export function hasStoredPlatform(condition = 'true'): string {
  return `exists (
    select from platform_documents p
    join platform_document_versions v on v.document_id = p.id and v.number = p.active_version
    where p.platform = d.platform and (p.tenant_id = d.tenant_id or p.tenant_id is null) and ${condition})`
}

/**
 * SQL: whether the version `v` of a document that a dry run `j` tries exists and meets a condition, and an agent with this
 * version of dry runs can run it.
 * @param format SQL of a number
 */
export function triedVersion(format: string, condition = 'true'): string {
  return `exists (
    select from dry_runs t
    join platform_document_versions v on v.document_id = t.document_id and v.number = t.version
    where t.tenant_id = j.tenant_id and t.job_id = j.id
      and ${format} >= case when t.proposes then ${neededDryRunFormat.propose} else ${neededDryRunFormat.try} end
      and ${condition})`
}
