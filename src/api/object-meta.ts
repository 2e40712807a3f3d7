import type { Json, JsonObject } from './json.ts'

export interface OwnerReference extends JsonObject {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** The `metadata` of every object. */
export interface ObjectMeta extends JsonObject {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: { [key: string]: string }
  annotations?: { [key: string]: string }
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: Json[]
}

/** Any object that the API can store. After decoding, `metadata` is always present. */
export interface ApiObject extends JsonObject {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
}

export interface ListMeta extends JsonObject {
  resourceVersion?: string
  continue?: string
  remainingItemCount?: number
}
