/** A range of a text: from `start` to before `end`, in UTF-16 units from 0. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Line and column, counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Converts offsets of one text to lines and columns. */
export class LineIndex {
  private readonly starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1)
  }

  get lineCount(): number {
    return this.starts.length
  }

  /** Returns the offset of the first character of a line, counted from 1. */
  startOfLine(line: number): number {
    return this.starts[line - 1] ?? this.starts.at(-1) ?? 0
  }

  position(index: number): TextPosition {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: index - (this.starts[low] ?? 0) + 1 }
  }
}
