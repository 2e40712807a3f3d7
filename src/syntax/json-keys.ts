import type { Json } from '#api/json.ts'

/** Reports whether a valid JSON text writes each key of an object once. `value` is the text as `JSON.parse` reads it. */
export const hasDistinctKeys = (text: string, value: Json): boolean => writtenKeys(text) === parsedKeys(value)

/** Counts strings before a colon. */
function writtenKeys(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = endOfString(text, at)
    if (isBeforeColon(text, at)) count++
  }
  return count
}

/** Returns the offset after the string that begins at `start`. Searching for quotes is faster than reading characters. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return text.length
}

const BACKSLASH = 0x5c
const SPACE = 0x20
const COLON = 0x3a

/** No character below the space is valid there except white space. */
function isBeforeColon(text: string, after: number): boolean {
  let at = after
  while (text.charCodeAt(at) <= SPACE) at++
  return text.charCodeAt(at) === COLON
}

/** A list of open values in place of recursion, because nesting may be deep. */
function parsedKeys(value: Json): number {
  let count = 0
  const open: Json[] = [value]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    const members = Array.isArray(holder) ? holder : Object.values(holder)
    if (!Array.isArray(holder)) count += members.length
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member)
  }
  return count
}
