/** A place in a text; lines and columns count from 0. */
export interface YamlMark {
  readonly index: number
  readonly line: number
  readonly column: number
}

/** The text is no YAML that the reference reads; the message is the reference's. */
export class YamlError extends Error {
  /** Where reading stopped; absent where the problem has no place. */
  readonly mark: YamlMark | undefined

  constructor(message: string, mark?: YamlMark) {
    super(message)
    this.mark = mark
  }

  /** Of characters. The reference counts their lines from 1, but shows none for the first. */
  static atCharacter(problem: string, at: YamlMark, context: YamlMark = at): YamlError {
    const line = at.line === 0 ? context.line : at.line + 1
    return new YamlError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`, at)
  }

  /** Of tokens. The reference counts their lines from 0, and shows none for the first. */
  static atToken(problem: string, at: YamlMark, context: YamlMark): YamlError {
    const line = at.line === 0 ? context.line : at.line
    return new YamlError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`, at)
  }
}
