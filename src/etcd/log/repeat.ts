import { GrpcError } from '#etcd/grpc/grpc-error.ts'

/** The time after which a call gives up. Members elect a leader in fewer than eight seconds. */
export const PATIENCE_MS = 10_000
const RETRY_MS = 50

/**
 * Repeats `call` until a member answers. The call must be harmless if it takes effect twice.
 * @throws RepeatedError when etcd refuses, or no member has answered in time
 */
export async function repeat<Answer>(call: () => Promise<Answer>): Promise<Repeated<Answer>> {
  const deadlineMs = performance.now() + PATIENCE_MS
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return { answer: await call(), isRepeated }
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error
      if (error.isRefusal || performance.now() > deadlineMs) throw new RepeatedError(error, isRepeated)
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** The answer of a call. `isRepeated`: an earlier try may have taken effect. */
export interface Repeated<Answer> {
  readonly answer: Answer
  readonly isRepeated: boolean
}

/** The last failure of a call. */
export class RepeatedError extends GrpcError {
  /** An earlier try, or this one, may have taken effect. */
  readonly isUnknown: boolean

  constructor(last: GrpcError, isRepeated: boolean) {
    super(last.code, last.message)
    this.isUnknown = isRepeated || !last.isRefusal
  }
}
