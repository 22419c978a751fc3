/** How schedules are read in this installation. */
export interface ScheduleRules {
  /** IANA. */
  timeZone: string
  /** How far apart starts of one occurrence may be moved; 0 moves none. */
  scheduleJitterMinutes: number
}
