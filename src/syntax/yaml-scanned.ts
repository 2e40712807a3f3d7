import type { Pieces } from '#api/bodies/in-pieces.ts'
import { YamlError } from './yaml-errors.ts'
import { YamlScanner, type YamlTokens } from './yaml-scanner.ts'
import type { YamlToken } from './yaml-token.ts'

/** So many tokens are scanned in a few milliseconds. */
const TOKENS_AT_ONCE = 20_000

/** Scans a long text in pieces, between which the caller may do other work. [ER8] */
export function* scanInPieces(text: string): Pieces<YamlTokens> {
  const scanner = new YamlScanner(text)
  const scanned = new ScannedTokens()
  while (!scanned.isComplete) {
    scanned.addSome(scanner)
    yield
  }
  return scanned
}

class ScannedTokens implements YamlTokens {
  private readonly tokens: YamlToken[] = []
  /** Thrown where the parser reaches it, because an earlier error of the parser takes precedence. */
  private error: YamlError | undefined
  private taken = 0

  get isComplete(): boolean {
    return this.error !== undefined || this.tokens.at(-1)?.type === 'stream-end'
  }

  addSome(scanner: YamlScanner): void {
    try {
      for (let count = 0; count < TOKENS_AT_ONCE && !this.isComplete; count++) this.tokens.push(scanner.take())
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      this.error = error
    }
  }

  peek(): YamlToken {
    const token = this.tokens[this.taken]
    if (token !== undefined) return token
    throw this.error ?? new Error('read beyond the end of the stream')
  }

  take(): YamlToken {
    const token = this.peek()
    this.taken++
    return token
  }
}
