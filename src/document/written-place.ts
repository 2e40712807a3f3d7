import type { YamlNode } from '#syntax/yaml-nodes.ts'
import type { LineIndex, TextRange } from './text-range.ts'

/** The place of a field's scalar value in a text, for a line that is shown below it. */
export interface WrittenPlace {
  readonly range: TextRange
  /** Its last line, from 1, and the column where its key starts, from 0. */
  readonly line: number
  readonly column: number
}

/** Returns the place of a pair's value. */
export function writtenPlace(
  text: string,
  lines: LineIndex,
  [key, value]: readonly [YamlNode, YamlNode],
): WrittenPlace {
  // The node of a block scalar ends on the line after it.
  const written = text.slice(value.start, value.end).trimEnd()
  const end = value.start + written.length
  return {
    range: { start: value.start, end },
    line: lines.position(Math.max(value.start, end - 1)).line,
    column: lines.position(key.start).column - 1,
  }
}
