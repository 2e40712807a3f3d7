import type { LevelVersion } from './levels.ts'

/** A request that was evaluated, as metrics name it. */
export interface JudgedRequest {
  readonly operation: string
  readonly resource: 'pod' | 'controller'
  readonly subresource: string
}

/** Counts the decisions of pod security. [PSA6] */
export interface PodSecurityObserver {
  evaluated(decision: 'allow' | 'deny', mode: 'enforce' | 'warn', level: LevelVersion, request: JudgedRequest): void
  exempted(request: JudgedRequest): void
}
