import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Exchange } from '#record/exchange.ts'
import { makeScenario } from '#record/make-scenario.ts'
import type { Scenario } from '#record/scenario.ts'
import { vitestFile } from '#record/write-test.ts'
import { neededObjects } from '#ui/trials/needed-objects.ts'
import type { Subject } from '#ui/trials/subject.ts'
import { withOwners, withoutTime } from '#ui/trials/with-owners.ts'
import type { TrialExchange } from '#ui/trials/exchanges.ts'

const versionOf = (object: ApiObject | null): number => Number(object?.metadata.resourceVersion ?? '0')

/** A migration names the version that it read and the times of writes, which are other ones on each server. */
function bodyOf({ request: { body, contentType } }: TrialExchange): string {
  if (contentType !== 'application/json-patch+json') return body
  const operations = parseExactJson(body)
  if (!Array.isArray(operations)) return body
  const kept = operations.filter((one) => !isObject(one) || one['path'] !== '/metadata/resourceVersion')
  return printExactJson(kept.map(withoutTimes))
}

function withoutTimes(operation: Json): Json {
  if (!isObject(operation) || operation['path'] !== '/metadata/managedFields') return operation
  const { value } = operation
  return { ...operation, value: Array.isArray(value) ? value.map(withoutTime) : (value ?? null) }
}

/** Returns the answered requests of a negotiation as a scenario for any server. [AN6] */
export async function scenarioOfNegotiation(
  read: typeof fetch,
  subject: Pick<Subject, 'path' | 'object'>,
  sent: readonly TrialExchange[],
): Promise<Scenario> {
  let version = versionOf(subject.object)
  const exchanges = sent.map((exchange, at): Exchange => {
    const { request, code, object } = exchange
    const after = /[?&]dryRun=/.test(request.target) ? version : Math.max(version, versionOf(object))
    const wrote = after > version ? after : 0
    version = after
    return {
      id: at + 1,
      method: request.method,
      target: request.target,
      actor: '',
      verb: 'patch',
      status: code,
      wrote,
      body: bodyOf(exchange),
      contentType: request.contentType,
    }
  })
  const before = await neededObjects(read, subject, exchanges)
  return withOwners(makeScenario(`two managers apply ${subject.path}`, exchanges, before), subject)
}

/** Returns the answered requests of a negotiation as a Vitest file. [AN6] */
export const fileOfNegotiation = async (...args: Parameters<typeof scenarioOfNegotiation>): Promise<string> =>
  vitestFile(await scenarioOfNegotiation(...args))
