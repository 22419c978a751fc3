/** Actions that the setting `approval_actions` can name. */
export const approvalActions = [
  'restore',
  'key_destruction',
  'customer_deletion',
  'purge',
  'retention_cut',
  'platform_activation',
] as const

export type SelectableAction = (typeof approvalActions)[number]

/** Security settings need an approval while any action needs one; otherwise the first person could turn it off. */
export type ApprovalAction = SelectableAction | 'security_settings'
