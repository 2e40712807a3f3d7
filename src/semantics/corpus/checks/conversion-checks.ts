import {
  type Check,
  type CheckedServer,
  type Loose,
  type Outside,
  crds,
  definition,
  is,
  said,
  steps,
  thing,
  things,
  until,
} from './check-steps.ts'

/** A webhook that notes the version from which it converts. */
const converting = (outside: Outside): void => {
  outside.answer = ({ objects, desiredAPIVersion }) => ({
    result: { status: 'Success' },
    convertedObjects: objects.map((each: Loose) => ({ ...each, apiVersion: desiredAPIVersion, from: each.apiVersion })),
  })
}

const twoVersions = (storage: string): object => ({
  ...definition(),
  spec: {
    ...(definition() as Loose).spec,
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === storage,
      schema: { openAPIV3Schema: { type: 'object', properties: { from: { type: 'string' } } } },
    })),
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://nowhere.example.test/' }, conversionReviewVersions: ['v1'] },
    },
  },
})

const v2Things = things.replace('/v1/', '/v2/')
const serve = (server: CheckedServer): Promise<string> =>
  steps(
    async () => said(await server.post(crds, twoVersions('v1')), 201),
    () => until(async () => said(await server.get(v2Things), 200)),
  )

const converted: Check = async (server, outside) => {
  converting(outside)
  return steps(
    () => serve(server),
    async () => said(await server.post(things, thing('a')), 201),
    async () => is('from', (await server.get(`${v2Things}/a`)).body.from, 'x.example.com/v1'),
  )
}

const mixedList: Check = async (server, outside) => {
  converting(outside)
  const ofList = async (path: string): Promise<readonly string[]> =>
    (await server.get(path)).body.items.map(
      (each: Loose) => `${each.metadata.name} ${each.apiVersion} ${each.from ?? ''}`,
    )
  return steps(
    () => serve(server),
    async () => said(await server.post(things, thing('a')), 201),
    async () =>
      said(await server.patch(`${crds}/things.x.example.com`, { spec: (twoVersions('v2') as Loose).spec }), 200),
    () =>
      until(async () => {
        await server.delete(`${v2Things}/b`)
        const made = await server.post(v2Things, { ...thing('b'), apiVersion: 'x.example.com/v2' })
        return said(made, 201) || is('from', made.body.from, undefined)
      }),
    async () => is('v2', await ofList(v2Things), ['a x.example.com/v2 x.example.com/v1', 'b x.example.com/v2 ']),
  )
}

/** Conversion webhooks, which the check answers. */
export const conversionChecks: readonly (readonly [string, Check])[] = [
  ['CustomResourceConversionWebhook: v1 to v2', converted],
  ['CustomResourceConversionWebhook: non homogeneous list', mixedList],
]
