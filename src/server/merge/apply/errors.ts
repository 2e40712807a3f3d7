/** A mismatch between a value and its schema; `path` has the form used in messages, `.spec.replicas`, or `''`. */
export interface TypeProblem {
  readonly path: string
  readonly message: string
}

/** A value does not match the schema that it is merged by. The message is that of the reference. */
export class ApplyTypeError extends Error {
  readonly problems: readonly TypeProblem[]

  constructor(problems: readonly TypeProblem[]) {
    const texts = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    super(texts.length === 1 ? texts[0] : ['errors:', ...texts.map((text) => `  ${text}`)].join('\n'))
    this.name = 'ApplyTypeError'
    this.problems = problems
  }
}
