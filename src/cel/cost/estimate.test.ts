import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { createCelEnvironment, schemaType } from '#cel/cel.ts'

interface Group {
  readonly schema: JsonObject
  /** Costs estimated by the reference. */
  readonly costs: Readonly<Record<string, number>>
}

const groups = JSON.parse(readFileSync(new URL('estimates.json', import.meta.url), 'utf8')) as readonly Group[]

test.each(groups)('[CEL4] rules have the cost estimates of the reference', ({ schema, costs }) => {
  const type = schemaType(schema, true)?.type
  if (type === undefined) throw new Error('a schema that expressions see')
  const environment = createCelEnvironment({ variables: { self: type, oldSelf: type }, level: 'stored' })

  for (const [source, cost] of Object.entries(costs)) {
    const compiled = environment.compile(source)
    const most = compiled.type === 'program' ? compiled.program.estimateCost(type).max : compiled.text
    // Above 2^53 the last digits are lost; no limit is near that.
    expect([source, (Number(most) + 1) / (cost + 1)]).toEqual([source, expect.closeTo(1, 9)])
  }
})
