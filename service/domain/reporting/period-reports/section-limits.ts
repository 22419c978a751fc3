/** Maximum numbers of listed rows; totals include all. */
export const maxExceptions = 50
export const maxExamples = 5
export const maxChanges = 200
export const maxProofs = 100
export const maxUsers = 100
