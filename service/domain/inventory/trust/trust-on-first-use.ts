/** Recorded as the approver of fingerprints that posture `tofu` accepted. */
export const firstSight = 'first sight'
