import type { CelNode } from './ast.ts'
import { type ParseState, ParseStop } from './parse-state.ts'
import { expressionStart } from './token.ts'

/** Parses an expression; passed as a parameter because expressions and members are mutually recursive. */
export type ReadExpression = (state: ParseState) => CelNode

/** Parses the arguments after the opening bracket, and takes the closing bracket. */
export function parseArguments(state: ParseState, read: ReadExpression, place: string): readonly CelNode[] {
  const args: CelNode[] = []
  readArguments(state, read, { place, args })
  return args
}

/**
 * Parses the arguments of a call and makes its node. If the closing bracket is missing, the node is made too, with the
 * arguments that were read, because a macro then still reports wrong arguments. [CEL2]
 */
export function parseCallWith(
  state: ParseState,
  read: ReadExpression,
  place: string,
  make: (args: readonly CelNode[]) => CelNode,
): CelNode {
  const args: CelNode[] = []
  try {
    readArguments(state, read, { place, args })
  } catch (error) {
    if (!(error instanceof ParseStop)) make(args)
    throw error
  }
  return make(args)
}

interface Into {
  readonly place: string
  readonly args: CelNode[]
}

function readArguments(state: ParseState, read: ReadExpression, { place, args }: Into): void {
  state.sync([')', ...expressionStart], place)
  if (expressionStart.includes(state.token.kind))
    state.within({ kinds: [',', ')'], isEnd: false }, () => {
      do args.push(read(state))
      while (state.takeIf(',') !== null)
    })
  state.expectClosing(')', place)
}
