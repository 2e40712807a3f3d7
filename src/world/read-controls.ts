import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { Faults, MintRequest, TokenAlgorithm } from '#facts/world-api.ts'
import { noFaults } from './faults.ts'

/** An invalid control request. */
export class ControlError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const algorithms = new Set(['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'PS256', 'PS384', 'PS512'])

export function readAlgorithm(value: Json | undefined): TokenAlgorithm {
  if (typeof value !== 'string' || !algorithms.has(value))
    throw new ControlError(400, `alg must be one of ${[...algorithms].join(', ')}`)
  return value as TokenAlgorithm
}

const forgeries = new Set(['changed-claims', 'foreign-key', 'unsigned'])

export function readMint({ claims, header, kid, forgery }: JsonObject): MintRequest {
  if (!isObject(claims)) throw new ControlError(400, 'claims must be an object')
  if (forgery !== undefined && !(typeof forgery === 'string' && forgeries.has(forgery)))
    throw new ControlError(400, `forgery must be one of ${[...forgeries].join(', ')}`)
  return {
    claims,
    ...(isObject(header) ? { header } : {}),
    ...(typeof kid === 'string' ? { kid } : {}),
    ...(forgery === undefined ? {} : { forgery: forgery as NonNullable<MintRequest['forgery']> }),
  }
}

export function readFaults(body: JsonObject): Faults {
  const { latencyMs } = body
  const is = (name: keyof Faults): boolean => body[name] === true
  return {
    ...noFaults,
    latencyMs: typeof latencyMs === 'number' && latencyMs >= 0 ? Math.min(latencyMs, 120_000) : 0,
    isFailing: is('isFailing'),
    isMalformed: is('isMalformed'),
    isExpired: is('isExpired'),
    isDown: is('isDown'),
  }
}
