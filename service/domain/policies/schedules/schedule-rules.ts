/** Schedule settings of the installation. */
export interface ScheduleRules {
  /** IANA name. */
  timeZone: string
  /** Maximum delay of a start after its occurrence, in minutes; 0 disables jitter. */
  scheduleJitterMinutes: number
}
