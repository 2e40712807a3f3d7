import type { Stage } from '#facts/fact.ts'

const shortNames: Readonly<Record<Stage, string>> = {
  routing: 'routing',
  authentication: 'authn',
  authorization: 'authz',
  decode: 'decode',
  admission: 'admission',
  registry: 'registry',
  storage: 'storage',
  encode: 'encode',
}

/** Short name of a stage in the waterfall and the request trace. */
export const stageName = (stage: Stage): string => shortNames[stage]
