/** The codes of gRPC that etcd answers with and that this client distinguishes. */
export const grpcCodes = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  unavailable: 14,
  unauthenticated: 16,
} as const

/** A call that failed, by a gRPC status or because the connection did. */
export class GrpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'GrpcError'
    this.code = code
  }

  /**
   * Reports whether the server refused the call and did nothing. After any other failure the call may have taken
   * effect, and another server may answer.
   */
  get isRefusal(): boolean {
    const { invalidArgument, notFound, resourceExhausted, failedPrecondition, outOfRange, unauthenticated } = grpcCodes
    const refusals: readonly number[] = [
      invalidArgument,
      notFound,
      resourceExhausted,
      failedPrecondition,
      outOfRange,
      unauthenticated,
    ]
    return refusals.includes(this.code)
  }
}

/** Returns the error of a connection that failed: its code is `unavailable`, with the system's reason. */
export function toUnavailable(error: unknown): GrpcError {
  if (error instanceof GrpcError) return error
  // A request that waits for a connection is canceled because of the connection's error.
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new GrpcError(grpcCodes.unavailable, reason instanceof Error ? reason.message : String(reason))
}
