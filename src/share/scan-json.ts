import { depthMax, valuesMax } from './limits.ts'

export interface Scanned {
  /** True if the text may be parsed: it ends where its first value does, and stays within the limits. */
  readonly isWhole: boolean
  /** The limit that is exceeded; `''` for none. */
  readonly passes: '' | 'depth' | 'values'
  /**
   * End of the last complete element of the list that is the last member of the document; -1 if there is none. A text
   * that ends early is mended there.
   */
  readonly lastElementEnd: number
}

/** The state of a scan. Kept in one object, because the loop is split into functions. */
interface Scan {
  depth: number
  values: number
  isInString: boolean
  isEscaped: boolean
  /** True while the scan is inside of the list. */
  isInList: boolean
  lastElementEnd: number
  end: number
}

/** Checks depth, count and completeness of a JSON text in one pass, before it is parsed. [SH2] */
export function scanJson(text: string, list: string): Scanned {
  const scan: Scan = {
    depth: 0,
    values: 0,
    isInString: false,
    isEscaped: false,
    isInList: false,
    lastElementEnd: -1,
    end: -1,
  }
  const opening = `"${list}":[`
  for (let at = 0; at < text.length && scan.end < 0; at += 1) {
    const letter = text.charAt(at)
    if (scan.isInString) inString(scan, letter)
    else inValue(scan, letter, at, () => text.startsWith(opening, at + 1 - opening.length))
    if (scan.depth > depthMax) return { isWhole: false, passes: 'depth', lastElementEnd: scan.lastElementEnd }
    if (scan.values > valuesMax) return { isWhole: false, passes: 'values', lastElementEnd: scan.lastElementEnd }
  }
  return { isWhole: scan.end === text.length, passes: '', lastElementEnd: scan.lastElementEnd }
}

function inString(scan: Scan, letter: string): void {
  if (scan.isEscaped) scan.isEscaped = false
  else if (letter === '\\') scan.isEscaped = true
  else if (letter === '"') scan.isInString = false
}

function inValue(scan: Scan, letter: string, at: number, opensList: () => boolean): void {
  if (letter === '"') scan.isInString = true
  else if (letter === ',') scan.values += 1
  else if (letter === '{' || letter === '[') {
    scan.depth += 1
    scan.values += 1
    if (scan.depth === 2) scan.isInList = letter === '[' && opensList()
  } else if (letter === '}' || letter === ']') {
    scan.depth -= 1
    if (scan.depth === 2 && scan.isInList) scan.lastElementEnd = at + 1
    if (scan.depth === 0) scan.end = at + 1
  }
}
