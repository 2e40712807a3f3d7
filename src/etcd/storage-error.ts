import { StorageError } from '#server/storage/log.ts'
import { GrpcError, grpcCodes } from './grpc/grpc-error.ts'

/** Returns the error of the store for a call that etcd refused or that did not reach it. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (!(error instanceof GrpcError)) return new StorageError('unavailable', `etcd: ${String(error)}`)
  const { code, message } = error
  if (code === grpcCodes.resourceExhausted && message.includes('space exceeded'))
    return new StorageError('full', `etcd is full: ${message}`)
  if (/too large|larger than max/.test(message)) return new StorageError('too-large', message)
  return new StorageError('unavailable', `etcd: ${message}`)
}

/** Returns the error of a write of which etcd has not said whether it was done. */
export const unknownOutcome = (reason: unknown): StorageError =>
  new StorageError(
    'unknown',
    `the write may have happened: ${reason instanceof Error ? reason.message : String(reason)}`,
  )
