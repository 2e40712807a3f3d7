import { wholeBody } from './whole-body.ts'

/** A response as msw's service worker takes it. */
export interface MockedResponse {
  readonly type: 'MOCK_RESPONSE'
  readonly data: {
    readonly status: number
    readonly statusText?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body: ArrayBuffer | ReadableStream | null
  }
}

export function mockedResponse(response: Response): MockedResponse {
  const { status, statusText, headers } = response
  // As a stream, a body that is there as a whole would take several messages. [PF4]
  const body = wholeBody(response) ?? response.body
  return { type: 'MOCK_RESPONSE', data: { status, statusText, headers: Object.fromEntries(headers), body } }
}

/** msw's service worker answers it with a network error. */
export const failedResponse: MockedResponse = { type: 'MOCK_RESPONSE', data: { status: 0, body: null } }
