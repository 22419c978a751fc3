import { Refusal } from './refusal.ts'

/** 503: too much to do at this moment; a repeat in a few seconds may be served. */
export function busy(): Refusal {
  return new Refusal(503, 'Not available now', 'The service has too much to do at this moment.', {
    code: 'busy',
    retry_after_seconds: 5,
  })
}
