/** Bytes at the start of a message that can contain the header; longer host names are not valid. */
const headerBytes = 400

/** RFC 5424, section 6: version, time and host name follow the priority. */
const rfc5424 = /^<\d{1,3}>\d{1,2} \S+ (\S+) /

/** RFC 3164, section 4.1, with the year, milliseconds and time zone that devices add, and with Cisco's sequence number. */
const rfc3164 =
  /^<\d{1,3}>(?:\d+: )?[*.]?(?:[A-Z][a-z]{2} +\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d\S*|\d{4}-\d\d-\d\dT\S+)(?: [A-Z]{3,5})?:? ([A-Za-z0-9_.:-]+?):? /

/** Returns the host name in the header of a syslog message; null if it has none. */
export function syslogHost(message: Buffer): string | null {
  const header = message.subarray(0, headerBytes).toString('latin1')
  const host = (rfc5424.exec(header) ?? rfc3164.exec(header))?.[1]
  return host && host !== '-' ? host : null
}
