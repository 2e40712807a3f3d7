/** A position in a text; lines and columns count from 0. */
export interface YamlMark {
  readonly index: number
  readonly line: number
  readonly column: number
}

/** The text is not valid YAML for the reference; the message is the reference's. */
export class YamlError extends Error {
  /** The position at which parsing stopped; absent if the problem has none. */
  readonly mark: YamlMark | undefined

  constructor(message: string, mark?: YamlMark) {
    super(message)
    this.mark = mark
  }

  /** For errors of characters. The reference counts their lines from 1, but prints none for the first line. */
  static atCharacter(problem: string, at: YamlMark, context: YamlMark = at): YamlError {
    const line = at.line === 0 ? context.line : at.line + 1
    return new YamlError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`, at)
  }

  /** For errors of tokens. The reference counts their lines from 0, and prints none for the first line. */
  static atToken(problem: string, at: YamlMark, context: YamlMark): YamlError {
    const line = at.line === 0 ? context.line : at.line
    return new YamlError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`, at)
  }
}
