import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { startDerivedObjects } from './derived-objects.ts'

const label = 'kube-aggregator.orch.io/automanaged'
/** The reference's values for all groups of custom resources. */
const priorities = { groupPriorityMinimum: 1000, versionPriority: 100 }

/** Keeps an APIService for each served group version of custom resources. [APS5] */
export const startApiServiceController = (host: ControllerHost): Controller =>
  startDerivedObjects(host, {
    name: 'api-services',
    source: '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    target: '/apis/apiregistration.orch.io/v1/apiservices',
    mark: [label, 'true'],
    derive: (crd) => (isEstablished(crd) ? servicesOf(crd) : []),
  })

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const isEstablished = ({ status }: ApiObject): boolean =>
  isObject(status) &&
  listOf(status['conditions']).some(
    (each) => isObject(each) && each['type'] === 'Established' && each['status'] === 'True',
  )

function servicesOf({ spec }: ApiObject): readonly ApiObject[] {
  const { group, versions } = isObject(spec) ? spec : {}
  if (typeof group !== 'string') return []
  return listOf(versions).flatMap((version) => {
    if (!isObject(version) || version['served'] !== true || typeof version['name'] !== 'string') return []
    const { name } = version
    return [
      {
        metadata: { name: `${name}.${group}`, labels: { [label]: 'true' } },
        spec: { group, version: name, ...priorities },
      },
    ]
  })
}
