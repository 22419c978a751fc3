import { StartupError } from '../../../store/startup-error.ts'

/** The bytes are not a complete dump: changed, truncated, or something else. */
export class DumpDamaged extends StartupError<
  | 'dump_altered'
  | 'dump_cut_short'
  | 'dump_incomplete'
  | 'dump_not_recognised'
  | 'dump_records_invalid'
  | 'dump_rows_missing'
  | 'dump_trailing_data'
> {
  override name = 'DumpDamaged'
}
