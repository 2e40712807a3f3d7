import { own } from '#api/json.ts'
import type { TypeTexts } from '#server/kinds/group-types.ts'
import byName from './texts/by-name.json' with { type: 'json' }

/** Descriptions of fields that have the same meaning in every kind. */
const common: TypeTexts = {
  // Conformance suites for `explain` check the beginning of these three.
  apiVersion:
    'APIVersion defines the group and version of the schema that the object is written in, such as apps/v1. The server decodes the object by this schema.',
  kind: 'The kind of the object in CamelCase, such as Deployment. It cannot be changed.',
  metadata: "Standard object's metadata: the name, namespace, labels and other fields that all objects have.",
  creationTimestamp: 'CreationTimestamp is a timestamp of the creation of the object, set by the server.',
  spec: 'The desired state.',
  status: 'The observed state, written by controllers.',
  conditions: 'The conditions of the object. Each is True, False or Unknown.',
  observedGeneration: 'The generation of the object that the status is based on.',
  reason: 'The reason as one word in CamelCase.',
  message: 'A description for people.',
  lastTransitionTime: 'The time at which the status last changed.',
  lastProbeTime: 'The time of the last check.',
  lastUpdateTime: 'The time at which the entry was last written.',
}

/** The description of the metadata of every list. */
export const listMetadataText = 'The version of the list, and the token of its next page.'

/** Returns the description of a field that every kind has; `''` if it is none of these. [OA8] */
export const commonText = (field: string): string => own(common, field) ?? ''

/** Returns the description of a field that is named like this in several types; `''` if there is none. [OA8] */
export const textByName = (field: string): string => own<string>(byName[''], field) ?? ''
