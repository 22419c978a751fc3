/** Who decided on a fingerprint that posture `tofu` accepted. */
export const firstSight = 'first sight'
