const partText = /^[A-Za-z.\-_0-9+]{1,14}$/

/** Returns the errors of a time zone name; none for a valid one. [CJ3] */
export function timeZoneProblems(zone: string): readonly string[] {
  if (zone === '') return ['timeZone must be nil or non-empty string']
  const wellFormed = zone.split('/').every((part) => partText.test(part) && !/^(?:\.{1,2}$|-)/.test(part))
  if (!wellFormed) return [`unknown time zone ${zone}`]
  if (zone.toLowerCase() === 'local') {
    const advice = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    return zone === 'Local' ? [advice] : [advice, `unknown time zone ${zone}`]
  }
  return isKnown(zone) ? [] : [`unknown time zone ${zone}`]
}

/** Returns the error of a location; the local zone and the empty name are valid. [CJ3] */
export function locationProblem(zone: string): string | null {
  if (zone === '' || zone === 'Local') return null
  if (/^[/\\]|(?:^|[/\\])\.\.(?:$|[/\\])/.test(zone)) return 'time: invalid location name'
  return isKnown(zone) ? null : `unknown time zone ${zone}`
}

/** Names are case-sensitive, because the reference uses them as file names. */
function isKnown(zone: string): boolean {
  try {
    const found = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
    return found.toLowerCase() !== zone.toLowerCase() || found === zone || /^[A-Z]/.test(zone)
  } catch (error) {
    // There is no other test for a zone: an unknown one throws RangeError, and anything else is a bug.
    if (error instanceof RangeError) return false
    throw error
  }
}
