import type { Status } from '#api/status.ts'
import { readText } from './read-text.ts'

/** An error response of the server, with its Status. */
export class Refusal extends Error {
  readonly status: Status
  constructor(status: Status) {
    super(status.message ?? `HTTP ${status.code}`)
    this.name = 'Refusal'
    this.status = status
  }
}

const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status'

/** Returns the error for a response that is not 2xx. A body that is not a Status becomes the message of one. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const text = await readText(response)
  try {
    const value: unknown = JSON.parse(text)
    if (isStatus(value)) return new Refusal(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const message = text === '' ? response.statusText : text
  return new Refusal({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    code: response.status,
  })
}
