import { ApiError, badRequest } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import { goText, goTypeOf } from './go-text.ts'

/** Returns a 500 without a reason, the answer of the reference to most malformed strategic merge patches. */
export const strategicFailure = (message: string): ApiError =>
  new ApiError('InternalError', message, { reasonText: '' })

export const badSetElementOrder = (): ApiError => badRequest('invalid patch format of setElementOrder list')
export const badRetainKeys = (): ApiError => badRequest('invalid patch format of retainKeys')
export const badPrimitiveList = (): ApiError => badRequest('invalid patch format of primitive list')

/** Returns a 422 without a reason. */
export const noListOfLists = (): ApiError =>
  new ApiError('Invalid', 'lists of lists are not supported', { reasonText: '' })

export const noMergeKey = (item: Json, key: string): ApiError =>
  strategicFailure(`map: ${goText(item)} does not contain declared merge key: ${key}`)

export const badType = (expected: string, actual: Json | undefined): ApiError =>
  strategicFailure(`expected a ${expected}, but received a ${goTypeOf(actual)}`)

export const unknownDirective = (directive: Json | undefined, item: Json): ApiError =>
  strategicFailure(`unknown patch type: ${goText(directive)} in map: ${goText(item)}`)
