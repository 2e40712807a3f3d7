import { type JsonObject, isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { newestFirst } from './newest-first.ts'

const group = 'networking.orch.io'
const defaultAnnotation = 'ingressclass.orch.io/is-default-class'
/** The deprecated annotation for an ingress's class. */
const classAnnotation = 'orch.io/ingress.class'

/** Sets the default class on a new ingress without a class. Of several defaults, the newest is used. [ING9] */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  operations: new Set(['CREATE']),
  concerns: (type) => type.group === group && type.resource === 'ingresses',
  async mutate({ definition, subresource, object }, reader) {
    const isIngress = definition.group === group && definition.resource === 'ingresses' && subresource === ''
    if (object === null || !isIngress || namesClass(object)) return
    const classes = await reader.list({ group, resource: 'ingressclasses' }, '')
    const [chosen] = classes.filter(isDefault).toSorted(newestFirst)
    if (chosen !== undefined) object['spec'] = { ...specOf(object), ingressClassName: chosen.metadata.name }
  },
}

const specOf = (ingress: ApiObject): JsonObject => (isObject(ingress['spec']) ? ingress['spec'] : {})

const namesClass = (ingress: ApiObject): boolean =>
  specOf(ingress)['ingressClassName'] !== undefined || own(ingress.metadata.annotations, classAnnotation) !== undefined

const isDefault = ({ metadata: { annotations } }: ApiObject): boolean => own(annotations, defaultAnnotation) === 'true'
